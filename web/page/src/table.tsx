// The table of many decks, worst first: all sheets, export as CSV, and the results of an event.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DeckAsk, Row } from "./calls";
import { More, Press, Select } from "./controls";
import type { Engine } from "./engine";
import { useAnswer, usePage } from "./hand";
import { save } from "./files";
import { Paper } from "./papers";
import { type Deck, fileOf, isEvent } from "./store";
import { Refusal } from "./verdict";
import type { Word } from "./words";

/** The number of decks per call: after a change, the reader waits for these at most. */
const DECKS_AT_ONCE = 10;
/** The number of rows shown at first; more at once would be slow. */
export const SHOWN_ROWS = 50;

/** The rows of decks, which arrive in batches. */
function useRows(engine: Engine, ask: DeckAsk, decks: Deck[]): (deck: Deck) => Row | undefined {
  const key = JSON.stringify(ask);
  const known = useMemo(() => new WeakMap<Deck, Row>(), [key]);
  const [, setCount] = useState(0);
  useEffect(() => {
    let isOld = false;
    const go = async () => {
      for (;;) {
        const next = decks.filter((deck) => !known.has(deck)).slice(0, DECKS_AT_ONCE);
        if (next.length === 0) return;
        const { ok } = await engine.call("rows", ask, next.map(fileOf), "rows");
        if (isOld) return;
        next.forEach((deck, at) => {
          const row = ok?.length === next.length ? ok[at] : ok?.find((one) => one.path === deck.path);
          known.set(deck, row ?? { ...NOTHING, path: deck.path });
        });
        setCount((count) => count + 1);
      }
    };
    void go();
    return () => {
      isOld = true;
    };
  }, [decks, known]);
  return (deck) => known.get(deck);
}

/** The row of a deck for which the engine returned none. */
const NOTHING: Row = {
  path: "", game: null, format: null, asks: null, format_name: null, role: null, name: null, player: null, verdict: "unusable",
  provisional: false, errors: 1, warnings: 0, first: "unusable", word: "?", problem: "",
};

const VERDICTS = ["unusable", "illegal", "undetermined", "asked", "legal"] as const;

/** The verdict, or `asked` for a deck whose game or format has to be chosen first. */
const verdictOf = (row: Row | undefined) => row && (row.asks === null ? row.verdict : "asked");

const QUESTIONS = { game: "whichGame", format: "whichFormat" } as const;

/** The sort order: by verdict, then by the number of errors and warnings, worst first. */
const gravity = (row: Row) => VERDICTS.indexOf(verdictOf(row) ?? "legal") * 1e6 - row.errors * 1e3 - row.warnings;

const COLUMNS: [Word, (row: Row) => string][] = [
  ["file", (row) => row.path],
  ["playerShort", (row) => row.player ?? ""],
  ["verdict", (row) => row.word],
  ["format", (row) => row.format_name ?? ""],
  ["problemColumn", (row) => row.asks !== null ? "" : row.problem.replace(/^\[[\w/-]+\] /, "")],
];

/** The table as `sleeve check -o csv` prints it. A cell that a spreadsheet would take for a
 * formula gets a leading `'`. */
function csvOf(rows: Row[]): string {
  const cell = (value: string | number | boolean | null) => {
    const text = String(value ?? "");
    const safe = /^(\s*[=+\-@＝＋－＠]|[\t\n])/u.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const keys = ["path", "game", "format", "role", "name", "player", "verdict", "provisional", "errors", "warnings", "first"] as const;
  return [keys.join(","), ...rows.map((row) => keys.map((key) => cell(row[key])).join(","))].join("\n") + "\n";
}

interface Props {
  ask: DeckAsk;
  decks: Deck[];
  active: number;
  choose: (at: number) => void;
  /** Whether a single deck is shown: then the table shrinks to one line. */
  isFolded: boolean;
  unfold: () => void;
}

export function Table({ ask, decks, active, choose, isFolded, unfold }: Props) {
  const { engine, say } = usePage();
  const event = decks.find((deck) => isEvent(deck.path));
  const listed = useMemo(() => decks.filter((deck) => deck !== event), [decks, event]);
  const row = useRows(engine, ask, listed);
  /** The column and direction of the sort; without a column, the worst decks come first. */
  const [sort, setSort] = useState<[Word?, ("ascending" | "descending")?]>([]);
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(SHOWN_ROWS);
  /** The page about all decks that is open. */
  const [page, setPage] = useState<"sheets" | "field">();
  const isDone = listed.every(row);
  const by = COLUMNS.find(([word]) => word === sort[0])?.[1];
  const found = listed
    .map((deck) => ({ deck, row: row(deck) }))
    .filter(({ deck, row }) => {
      const words = row ? COLUMNS.map(([, of]) => of(row)).concat(row.name ?? "").join("\n") : deck.path;
      return words.toLowerCase().includes(text.trim().toLowerCase());
    });
  const order = (a: Row | undefined, b: Row | undefined) =>
    !a || !b ? Number(!a) - Number(!b) : by ? by(a).localeCompare(by(b)) * (sort[1] === "ascending" ? 1 : -1) : gravity(a) - gravity(b);
  found.sort((a, b) => order(a.row, b.row));
  const players = listed.some((deck) => row(deck)?.player);
  const columns = COLUMNS.filter(([word]) => word !== "playerShort" || players);
  const verdicts = listed.map((deck) => verdictOf(row(deck)));
  useEffect(() => setPage(undefined), [decks, ask]);
  // The order of the rows as shown. It stays while a deck is checked again, so that the next press
  // opens the right row.
  const seen = useRef<string[]>([]);
  if (!isFolded) seen.current = found.map(({ deck }) => deck.id);
  const shown = useRef<string | undefined>(undefined);
  shown.current = decks[active]?.id;
  if (isFolded) {
    const ids = seen.current.length > 0 ? seen.current : listed.map((deck) => deck.id);
    const place = ids.indexOf(shown.current ?? "");
    const step = (word: Word, by: number) => {
      const go = () => {
        const to = ids[ids.indexOf(shown.current ?? "") + by];
        if (to === undefined) return;
        shown.current = to;
        choose(decks.findIndex((deck) => deck.id === to));
      };
      return (
        <button type="button" id={word} aria-label={say(word)} title={say(word)} disabled={place < 0 || !ids[place + by]} onClick={go}>
          {by < 0 ? "‹" : "›"}
        </button>
      );
    };
    return (
      <p class="tools" id="table-place">
        <Press id="all-decks" word="allDecks" act={unfold} />
        {step("previousDeck", -1)}
        <span>
          <b>{decks[active]?.path}</b> <span class="soft">{place < 0 ? "" : `${place + 1} / ${ids.length}`}</span>
        </span>
        {step("nextDeck", 1)}
      </p>
    );
  }
  return (
    <section id="table">
      {event && isDone && <Day ask={ask} event={event} decks={listed} />}
      <p class="tools" role="status">
        <span id="tally" data-done={String(isDone)}>
          {say("decksCount")} {listed.length}
          {VERDICTS.filter((one) => verdicts.includes(one)).map((verdict) => (
            <span key={verdict}>
              {` · ${say(verdict)} `}
              <b class={`verdict ${verdict}`}>{verdicts.filter((one) => one === verdict).length}</b>
            </span>
          ))}
          {!isDone && ` · ${say("judging")}`}
        </span>
      </p>
      <p class="tools">
        <label>
          <span class="hidden">{say("searchTable")}</span>
          <input id="table-search" type="search" placeholder={say("searchTable")} value={text} onInput={(e) => setText(e.currentTarget.value)} />
        </label>
        <span class="sorter">
          <Select
            label={say("sortBy")}
            value={sort[0] ?? ""}
            first={say("worstFirst")}
            of={columns.map(([word]) => ({ id: word, name: say(word) }))}
            choose={(id) => setSort(columns.flatMap(([word]) => (word === id ? [word, "ascending"] : [])) as typeof sort)}
          />
        </span>
        <Press id="all-sheets" disabled={!isDone} word="allSheets" act={() => setPage("sheets")} />
        {event && <Press id="field" disabled={!isDone} word="fieldReport" act={() => setPage("field")} />}
        <Press id="save-csv" disabled={!isDone} word="saveTable" act={() => save("decks.csv", csvOf(found.flatMap((one) => one.row ?? [])), "text/csv")} />
      </p>
      {page && <PageOfAll key={page} of={page} ask={ask} decks={event ? [event, ...listed] : listed} close={() => setPage(undefined)} />}
      <div class="wide" tabIndex={0} role="region" aria-label={say("files")}>
        <table id="files">
          <thead>
            <tr>
              {columns.map(([word]) => {
                const way = sort[0] === word ? sort[1] : undefined;
                return (
                  <th key={word} scope="col" aria-sort={way}>
                    <Press class="place" word={word} act={() => setSort(way === "descending" ? [] : [word, way ? "descending" : "ascending"])} />
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, limit).map(({ deck, row }) => {
              const at = decks.indexOf(deck);
              return (
                <tr key={at} aria-current={at === active ? "true" : undefined}>
                  <th scope="row">
                    <button type="button" class="place" onClick={() => choose(at)}>
                      {deck.path}
                    </button>
                  </th>
                  {columns.slice(1).map(([word, of]) => (
                    <td key={word} data-of={word} class={word === "verdict" ? `verdict ${verdictOf(row)}` : ""}>
                      {!row ? word === "verdict" && "…" : word === "verdict" && row.asks ? say(QUESTIONS[row.asks]) : of(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <More id="more-rows" left={found.length - limit} act={() => setLimit(limit + SHOWN_ROWS)} />
    </section>
  );
}

interface PageProps { of: "sheets" | "field"; ask: DeckAsk; decks: Deck[]; close: () => void }

/** The sheets of all decks, or the field report of an event. */
function PageOfAll({ of, ask, decks, close }: PageProps) {
  const { say } = usePage();
  const files = useMemo(() => decks.map(fileOf), []);
  const answer = useAnswer(of, ask, files);
  if (answer?.refused) return <Refusal refused={answer.refused} />;
  if (!answer?.ok) return <p class="soft">{say("working")}</p>;
  const { html, left } = answer.ok;
  return (
    <div id="paper">
      {left.length > 0 && <p class="refusal">{say("withoutPage")} {left.join(", ")}</p>}
      <Paper html={html} title={say(of === "sheets" ? "allSheets" : "fieldReport")} name={of}>
        <Press word="close" act={close} />
      </Paper>
    </div>
  );
}

/** The players of an event with their problems. */
function Day({ ask, event, decks }: { ask: DeckAsk; event: Deck; decks: Deck[] }) {
  const { say } = usePage();
  const files = useMemo(() => [event, ...decks].map(fileOf), [event, decks]);
  const shown = useAnswer("event", ask, files);
  if (shown?.refused) return <Refusal refused={shown.refused} />;
  if (!shown?.ok) return null;
  const { name, day, format, players, strays } = shown.ok;
  const wrong = players.filter((player) => player.problems.length > 0);
  return (
    <div id="event-day">
      <p class={`banner ${wrong.length > 0 ? "illegal" : "legal"}`}>
        <b>{name}</b>
        {[format, day, say("playersInOrder").replace("#1", `${players.length - wrong.length}`).replace("#2", `${players.length}`)].filter(Boolean).map((part) => ` · ${part}`)}
      </p>
      {wrong.length + strays.length > 0 && (
        <ul class="problems">
          {wrong.map((player) => (
            <li key={player.player} class="problem error">
              <b>{player.player}</b>
              {player.problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </li>
          ))}
          {strays.map((stray) => (
            <li key={stray} class="problem warning">
              {stray}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
