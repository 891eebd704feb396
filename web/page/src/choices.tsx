// Choices that override the deck: its role, the format's parameters, the seat.
import type { Format, Named, Parameter } from "./calls";
import { isNumber } from "./share";
import { Select } from "./controls";
import { usePage } from "./hand";

type Setting = [string, string];

interface Props {
  kind: Format;
  role: string;
  set: Setting[];
  choose: (role: string, set: Setting[]) => void;
}

const numbered = (numbers: number[]): Named[] => numbers.map((one) => ({ id: String(one), name: String(one) }));

/** The controls for the role and the parameters of a format. */
export function Choices({ kind, role, set, choose }: Props) {
  const { say } = usePage();
  const put = (id: string, value: string) => {
    const others = set.filter(([name]) => name !== id);
    choose(role, value === "" ? others : [...others, [id, value]]);
  };
  return (
    <>
      {kind.roles.length > 0 && (
        <Select id="role" label={say("role")} value={role} first={say("asDeckSays")} of={kind.roles} choose={(role) => choose(role, set)} />
      )}
      {kind.parameters.map((one) => (
        <Chooser
          key={one.id}
          of={one}
          value={set.find(([name]) => name === one.id)?.[1] ?? ""}
          put={(value) => put(one.id, value)}
        />
      ))}
    </>
  );
}

interface ChooserProps {
  of: Parameter;
  value: string;
  put: (value: string) => void;
}

function Chooser({ of, value, put }: ChooserProps) {
  const { say } = usePage();
  const usual = of.default === null ? say("asDeckSays") : `${say("asDeckSays")}, ${say("usually")} ${of.default}`;
  const id = `parameter-${of.id}`;
  if (of.allowed.length > 0) return <Select id={id} label={of.name} value={value} first={usual} of={of.allowed} choose={put} />;
  return (
    <label>
      {of.name}{" "}
      <input
        id={id}
        type="number"
        step="any"
        min={of.min ?? undefined}
        max={of.max ?? undefined}
        title={usual}
        placeholder={of.default ?? ""}
        value={value}
        onInput={(event) => {
          const { value } = event.currentTarget;
          if (value === "" || isNumber(value)) put(value);
        }}
      />
    </label>
  );
}

/** The player's seat and the number of players. Defaults: the first seat, the smallest table. */
export interface Table { seat?: number; players?: number }

interface SeatsProps {
  kind: Format;
  table: Table;
  sit: (table: Table) => void;
}

/** The controls for the seat and the number of players, if hands depend on them. */
export function Seats({ kind, table, sit }: SeatsProps) {
  const { say } = usePage();
  // If the number of players is a parameter of the format, it is chosen above the deck.
  const sizes = kind.parameters.some((one) => one.id === "players") ? [] : kind.players;
  const players = sizes.includes(table.players ?? 0) ? table.players : sizes[0];
  const seats = Math.min(kind.seats, players ?? kind.seats);
  return (
    <p class="tools">
      {sizes.length > 0 && (
        <Select id="players" label={say("players")} value={String(players)} of={numbered(sizes)} choose={(one) => sit({ players: Number(one) })} />
      )}
      {seats > 1 && (
        <Select
          id="seat"
          label={say("seat")}
          value={String(table.seat ?? 1)}
          of={numbered(Array.from({ length: seats }, (_, at) => at + 1))}
          choose={(one) => sit({ ...table, seat: Number(one) })}
        />
      )}
    </p>
  );
}
