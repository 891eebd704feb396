// What is chosen over what the deck says: its role, what the format leaves to the players, the seat.
import type { Format, Named, Parameter } from "./calls";
import { isNumber } from "./share";
import type { Say } from "./words";

type Setting = [string, string];

interface Props {
  kind: Format;
  role: string;
  set: Setting[];
  say: Say;
  choose: (role: string, set: Setting[]) => void;
}

/** What a select offers, by its names. */
export const Options = ({ of }: { of: Named[] }) =>
  of.map((one) => (
    <option key={one.id} value={one.id}>
      {one.name}
    </option>
  ));

/** The role and the parameters of a format that has such. */
export function Choices({ kind, role, set, say, choose }: Props) {
  const put = (id: string, value: string) => {
    const others = set.filter(([name]) => name !== id);
    choose(role, value === "" ? others : [...others, [id, value]]);
  };
  return (
    <>
      {kind.roles.length > 0 && (
        <label>
          {say("role")}{" "}
          <select id="role" value={role} onChange={(event) => choose(event.currentTarget.value, set)}>
            <option value="">{say("asDeckSays")}</option>
            <Options of={kind.roles} />
          </select>
        </label>
      )}
      {kind.parameters.map((one) => (
        <Chooser
          key={one.id}
          of={one}
          value={set.find(([name]) => name === one.id)?.[1] ?? ""}
          say={say}
          put={(value) => put(one.id, value)}
        />
      ))}
    </>
  );
}

interface ChooserProps {
  of: Parameter;
  value: string;
  say: Say;
  put: (value: string) => void;
}

function Chooser({ of, value, say, put }: ChooserProps) {
  const usual = of.default === null ? say("asDeckSays") : `${say("asDeckSays")}, ${say("usually")} ${of.default}`;
  const id = `parameter-${of.id}`;
  return (
    <label>
      {of.name}{" "}
      {of.allowed.length > 0 ? (
        <select id={id} value={value} onChange={(event) => put(event.currentTarget.value)}>
          <option value="">{usual}</option>
          <Options of={of.allowed} />
        </select>
      ) : (
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
      )}
    </label>
  );
}

/** Where the player sits, and among how many; nothing said: the first seat, the smallest table. */
export interface Table { seat?: number; players?: number }

interface SeatsProps {
  kind: Format;
  table: Table;
  say: Say;
  sit: (table: Table) => void;
}

/** The seat and the number of players, where hands depend on them. */
export function Seats({ kind, table, say, sit }: SeatsProps) {
  // Where the players are a parameter of the format, that is chosen above the deck.
  const sizes = kind.parameters.some((one) => one.id === "players") ? [] : kind.players;
  const players = sizes.includes(table.players ?? 0) ? table.players : sizes[0];
  const seats = Math.min(kind.seats, players ?? kind.seats);
  return (
    <p class="tools">
      {sizes.length > 0 && (
        <label>
          {say("players")}{" "}
          <select id="players" value={players} onChange={(event) => sit({ players: Number(event.currentTarget.value) })}>
            {sizes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      {seats > 1 && (
        <label>
          {say("seat")}{" "}
          <select
            id="seat"
            value={table.seat ?? 1}
            onChange={(event) => sit({ ...table, seat: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: seats }, (_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </select>
        </label>
      )}
    </p>
  );
}
