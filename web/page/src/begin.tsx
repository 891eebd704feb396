// The start page for an empty deck, and the choice of a game for a deck that names none.
import { useEffect, useState } from "preact/hooks";
import { Press, Select } from "./controls";
import type { File, Format, Game } from "./calls";
import type { Engine } from "./engine";
import { usePage } from "./hand";
import type { Recent } from "./keep";
import { through } from "./share";
import type { Lang } from "./words";

/** The longest text, in bytes, whose game is looked for by its cards. */
const MAX_SOUGHT_BYTES = 100_000;

/** This many known cards identify a game. Fewer are enough if they are most of the text, because
 * any word can be the name of some card. */
const SURE_CARDS = 3;

/** A game, the number of cards it knows in a text, and whether that is enough to be sure. */
export type Known = [game: string, cards: number, isSure: boolean];

/** Returns how many cards each game knows in a text, most first. Games that know none are left
 * out. */
export async function seekGame(engine: Engine, games: Game[], lang: Lang, file: File): Promise<Known[]> {
  if ((file.bytes?.length ?? 0) > MAX_SOUGHT_BYTES) return [];
  const lines = new TextDecoder().decode(file.bytes).split("\n").filter((line) => line.trim() !== "").length;
  const known: Known[] = [];
  for (const { id } of games) {
    const answer = await engine.call("check", { lang, game: id }, [file]);
    const zones = answer.ok?.decks[0]?.zones ?? [];
    const cards = zones.reduce((sum, zone) => sum + zone.entries.length, 0);
    if (cards > 0) known.push([id, cards, cards >= SURE_CARDS || 2 * cards > lines]);
  }
  return known.sort((a, b) => b[1] - a[1]);
}

/** The game of a text, if one game knows more of its cards than any other. */
export const clearGame = ([first, second]: Known[]): string | undefined =>
  first?.[2] && (!second || first[1] > second[1]) ? first[0] : undefined;

/** The text of a new deck. */
export function template(game: string, kind: Format, role: string, name: string): string {
  const said = { game, format: kind.id, ...(role && { role }), name };
  const lines = Object.entries(said).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  return `${lines.join("")}\n[zones.${kind.zones[0]?.id ?? "deck"}]\n`;
}

/** `known` is undefined while the search still runs. */
interface WhichGameProps { games: Game[]; known: Known[] | undefined; take: (game: string) => void }

/** The games to choose from; those that know the deck's cards come first. */
export function WhichGame({ games, known, take }: WhichGameProps) {
  const { say } = usePage();
  const of = (game: Game) => known?.find(([id]) => id === game.id)?.[1] ?? 0;
  return (
    <section class="asked" id="which-game">
      <h3>{say("whichGame")}</h3>
      {known?.length === 0 && <p class="soft">{say("noCardKnown")}</p>}
      <div class="choices">
        {games
          .toSorted((a, b) => of(b) - of(a))
          .map((game) => (
            <button key={game.id} type="button" onClick={() => take(game.id)}>
              {game.name}
              {of(game) > 0 && (
                <span class="soft">
                  {" "}
                  {of(game)} {say("cardsKnown")}
                </span>
              )}
            </button>
          ))}
      </div>
    </section>
  );
}

interface BeginProps {
  games: Game[];
  recent: Recent[];
  begin: (text: string, name: string) => void;
  paste: (text: string) => void;
  reopen: (recent: Recent) => void;
  /** The size of the table of decks that was open before, and the way back to it. */
  table: [number, () => void] | undefined;
  forget: () => void;
}

export function Begin({ games, begin, paste, recent, reopen, table, forget }: BeginProps) {
  const { lang, say } = usePage();
  const [{ game, format }, setFor] = useState({ game: "", format: "" });
  /** Whether the reader is asked to confirm "Forget everything". */
  const [isSure, setSure] = useState(false);
  const home = games.find((one) => one.id === game);
  const kind = home?.formats.find((one) => one.id === format) ?? home?.formats[0];
  const fresh = (role: string) => {
    if (home && kind) begin(template(home.id, kind, role, say("myDeck")), "deck.toml");
  };
  const canPaste = "clipboard" in navigator && "readText" in navigator.clipboard;
  const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
  return (
    <div class="begin">
      <section>
        <h3>{say("pasteOrOpen")}</h3>
        <p class="soft">{say("pasteHelp")}</p>
        {canPaste && (
          <p class="tools">
            <Press
              id="paste"
              word="paste"
              // The browser refused: focus the text field, where the reader can paste by hand.
              act={() => void navigator.clipboard.readText().then(paste, () => document.getElementById("deck")?.focus())}
            />
          </p>
        )}
      </section>
      {table && (
        <p>
          <button type="button" id="back-to-table" onClick={table[1]}>
            {say("backToTable")} <span class="soft">{table[0]}</span>
          </button>
        </p>
      )}
      {recent.length > 0 && (
        <section>
          <h3>{say("recentDecks")}</h3>
          <ul class="rows" id="recent">
            {recent.map((one) => (
              <li key={one.id}>
                <button type="button" class="row" onClick={() => reopen(one)}>
                  <b>{one.title}</b> <span class="soft">{when.format(one.at)}</span>
                </button>
              </li>
            ))}
          </ul>
          <p class="soft" role={isSure ? "alert" : undefined}>
            {say(isSure ? "forgetSure" : "keptHere")}{" "}
            {/* Two presses at one place forget nothing. */}
            {isSure ? (
              <>
                <Press class="place" word="keepAll" act={() => setSure(false)} />{" "}
                <Press class="place" id="forget-sure" word="forgetAll" act={forget} />
              </>
            ) : (
              <Press class="place" id="forget" word="forgetAll" act={() => setSure(true)} />
            )}
          </p>
        </section>
      )}
      <section>
        <h3>{say("begin")}</h3>
        <div class="choices" role="group" aria-label={say("game")} id="begin-games">
          {games.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={one.id === game}
              onClick={() => setFor({ game: one.id, format: "" })}
            >
              {one.name}
            </button>
          ))}
        </div>
        {home && kind && (
          <>
            {home.formats.length > 1 && (
              <p>
                <Select id="begin-format" label={say("format")} value={kind.id} of={home.formats} choose={(format) => setFor({ game, format })} />
              </p>
            )}
            <p class="choices" id="begin-as">
              {kind.roles.length === 0 ? (
                <Press id="begin" word="begin" act={() => fresh("")} />
              ) : (
                kind.roles.map((role, at) => (
                  <button key={role.id} type="button" id={at === 0 ? "begin" : undefined} onClick={() => fresh(role.id)}>
                    {say("beginAs")} {role.name}
                  </button>
                ))
              )}
            </p>
            <Examples game={home.id} kind={kind} begin={begin} />
          </>
        )}
      </section>
    </div>
  );
}

type Example = [game: string, format: string, name: string, text: string];

/** The upper limit for the size of all examples, in bytes. */
const MAX_EXAMPLES_BYTES = 1_000_000;

/** The decks packed into the page, each legal in its format. They are unpacked on first use. */
let examples: Promise<Example[]> | undefined;

async function unpackExamples(): Promise<Example[]> {
  const packed = document.getElementById("examples")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const plain = await through(new DecompressionStream("deflate-raw"), bytes, MAX_EXAMPLES_BYTES);
  return JSON.parse(new TextDecoder().decode(plain)) as Example[];
}

/** Example decks of the format. */
function Examples({ game, kind, begin }: { game: string; kind: Format; begin: BeginProps["begin"] }) {
  const { say } = usePage();
  const [all, setAll] = useState<Example[]>([]);
  useEffect(() => {
    examples ??= unpackExamples().catch(() => []);
    void examples.then(setAll);
  }, []);
  const found = all.filter((one) => one[0] === game && one[1] === kind.id);
  if (found.length === 0) return null;
  return (
    <>
      <p class="soft">{say("examples")}</p>
      <ul class="rows" id="begin-examples">
        {found.map(([, , name, text]) => (
          <li key={name}>
            <button type="button" class="row" onClick={() => begin(text, `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.toml`)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
