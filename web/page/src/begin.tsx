// The start page for an empty deck, and the choice of a game for a deck that names none.
import { useEffect, useState } from "preact/hooks";
import { Press, Select, tint } from "./controls";
import type { File, Format, Game } from "./calls";
import type { Engine } from "./engine";
import { usePage } from "./hand";
import type { Recent } from "./keep";
import { through } from "./share";
import { type Lang, sayCount } from "./words";

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
  reopen: (recent: Recent) => void;
  /** The size of the table of decks that was open before, and the way back to it. */
  table: [number, () => void] | undefined;
  forget: () => void;
}

export function Begin({ games, begin, recent, reopen, table, forget }: BeginProps) {
  const { lang, say } = usePage();
  const [{ game, format }, setFor] = useState({ game: "", format: "" });
  const examples = useExamples();
  const home = games.find((one) => one.id === game);
  const kind = home?.formats.find((one) => one.id === format) ?? home?.formats[0];
  const fresh = (role: string) => {
    if (home && kind) begin(template(home.id, kind, role, say("myDeck")), "deck.toml");
  };
  const press = ([, , name, text]: Example) => begin(text, `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.toml`);
  const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
  return (
    <div class="begin">
      {table && (
        <p>
          <button type="button" id="back-to-table" onClick={table[1]}>
            {say("backToTable")} <span class="soft">{table[0]}</span>
          </button>
        </p>
      )}
      <section>
        <h3>{say("begin")}</h3>
        <div class="tiles" role="group" aria-label={say("game")} id="begin-games">
          {games.toSorted((a, b) => b.cards - a.cards).map((one) => {
            const ours = examples.filter(([of]) => of === one.id);
            const example = ours.find(([, format]) => format === one.formats[0]?.id) ?? ours[0];
            return (
              <div key={one.id} class="tile" style={tint(one.colour)}>
                <button type="button" aria-pressed={one.id === game} onClick={() => setFor({ game: one.id, format: "" })}>
                  <b>{one.name}</b>
                  <span class="soft">
                    {sayCount(say, one.cards, "card")} · {sayCount(say, one.formats.length, "format")}
                  </span>
                </button>
                {example && (
                  <button type="button" class="example" onClick={() => press(example)}>
                    {say("example") + say("colon")}
                    {example[2]}
                  </button>
                )}
              </div>
            );
          })}
        </div>
        {home && kind && (
          <div class="start">
            {home.formats.length > 1 && (
              <p>
                <Select id="begin-format" label={say("format")} value={kind.id} of={home.formats} choose={(format) => setFor({ game, format })} />
              </p>
            )}
            <p class="choices" id="begin-as">
              {kind.roles.length === 0 ? (
                <Press id="begin" class="main" word="begin" act={() => fresh("")} />
              ) : (
                kind.roles.map((role, at) => (
                  <button key={role.id} type="button" class="main" id={at === 0 ? "begin" : undefined} onClick={() => fresh(role.id)}>
                    {say("beginAs")} {role.name}
                  </button>
                ))
              )}
            </p>
            <Examples of={examples.filter((one) => one[0] === home.id && one[1] === kind.id)} press={press} />
          </div>
        )}
      </section>
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
          <p class="soft">
            {say("keptHere")} <Press class="place" id="forget" word="forgetAll" act={forget} />
          </p>
        </section>
      )}
    </div>
  );
}

type Example = [game: string, format: string, name: string, text: string];

/** The upper limit for the size of all examples, in bytes. */
const MAX_EXAMPLES_BYTES = 1_000_000;

/** The decks packed into the page, each legal in its format. They are unpacked on first use. */
let examples: Promise<Example[]> | undefined;

async function unpackExamples(): Promise<Example[]> {
  // They come last in the page.
  if (document.readyState === "loading") await new Promise((settle) => addEventListener("DOMContentLoaded", settle, { once: true }));
  const packed = document.getElementById("examples")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const plain = await through(new DecompressionStream("deflate-raw"), bytes, MAX_EXAMPLES_BYTES);
  return JSON.parse(new TextDecoder().decode(plain)) as Example[];
}

function useExamples(): Example[] {
  const [all, setAll] = useState<Example[]>([]);
  useEffect(() => {
    examples ??= unpackExamples().catch(() => []);
    void examples.then(setAll);
  }, []);
  return all;
}

/** Example decks of a format. */
function Examples({ of, press }: { of: Example[]; press: (example: Example) => void }) {
  const { say } = usePage();
  if (of.length === 0) return null;
  return (
    <>
      <p class="soft">{say("examples")}</p>
      <ul class="rows" id="begin-examples">
        {of.map((one) => (
          <li key={one[2]}>
            <button type="button" class="row" onClick={() => press(one)}>
              {one[2]}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
