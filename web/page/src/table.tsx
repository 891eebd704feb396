// Many decks: a row for each, worst first; sheets of all, the table as a file, and the day of a tournament.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Answer, Ask, EventShown, Row, Sheets } from "./calls";
import { Press } from "./controls";
import type { Engine } from "./engine";
import { useAnswer, usePage } from "./hand";
import { save } from "./files";
import { Paper } from "./papers";
import { type Deck, fileOf, isEvent } from "./store";
import { Refusal } from "./verdict";
import type { Word } from "./words";

/** So many decks are judged in one call: what is typed meanwhile waits no longer than for these. */
const DECKS_AT_ONCE = 10;
/** So many rows are shown at first: more at once would hold the page up. */
export const SHOWN_ROWS = 50;

/** The rows of decks, which come batch after batch. */
function useRows(engine: Engine, ask: Ask, decks: Deck[]): (deck: Deck) => Row | undefined {
  const key = JSON.stringify(ask);
  const known = useMemo(() => new WeakMap<Deck, Row>(), [key]);
  const [, setCount] = useState(0);
  useEffect(() => {
    let isOld = false;
    const go = async () => {
      for (;;) {
        const next = decks.filter((deck) => !known.has(deck)).slice(0, DECKS_AT_ONCE);
        if (next.length === 0) return;
        const { ok } = await engine.call<Row[]>("rows", ask, next.map(fileOf), "rows");
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

/** The row of a deck that the engine does not answer about. */
const NOTHING: Row = {
  path: "", game: null, format: null, asks: null, format_name: null, role: null, name: null, player: null, verdict: "unusable",
  provisional: false, errors: 1, warnings: 0, first: "unusable", word: "?", problem: "",
};

const VERDICTS = ["unusable", "illegal", "undetermined", "asked", "legal"];

/** The verdict; a deck of which something is to be chosen first has none. */
const verdictOf = (row: Row) => (row.asks === null ? row.verdict : "asked");

/** The worst first: by verdict, then by the number of what is wrong. */
const gravity = (row: Row) => VERDICTS.indexOf(verdictOf(row)) * 1e6 - row.errors * 1e3 - row.warnings;

const COLUMNS: [Word, (row: Row) => string][] = [
  ["file", (row) => row.path],
  ["playerShort", (row) => row.player ?? ""],
  ["verdict", (row) => row.word],
  ["format", (row) => row.format_name ?? ""],
  ["problemColumn", (row) => row.asks !== null ? "" : row.problem.replace(/^\[[\w/-]+\] /, "")],
];

/** The table as `sleeve check -o csv` writes it. A cell that a spreadsheet would take for a formula begins with `'`. */
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
  ask: Ask;
  decks: Deck[];
  active: number;
  choose: (at: number) => void;
}

export function Table({ ask, decks, active, choose }: Props) {
  const { engine, say } = usePage();
  const event = decks.find((deck) => isEvent(deck.path));
  const listed = useMemo(() => decks.filter((deck) => deck !== event), [decks, event]);
  const row = useRows(engine, ask, listed);
  const [sort, setSort] = useState<{ column?: Word; isDown: boolean }>({ isDown: false });
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(SHOWN_ROWS);
  const [page, setPage] = useState<{ of: "sheets" | "field"; answer: Answer<Sheets> }>();
  const [busy, setBusy] = useState<string>();
  const isDone = listed.every(row);
  const by = COLUMNS.find(([word]) => word === sort.column)?.[1];
  const found = listed
    .map((deck) => ({ deck, row: row(deck) }))
    .filter(({ deck, row }) => {
      const words = row ? COLUMNS.map(([, of]) => of(row)).concat(row.name ?? "").join("\n") : deck.path;
      return words.toLowerCase().includes(text.trim().toLowerCase());
    });
  const order = (a: Row | undefined, b: Row | undefined) =>
    !a || !b ? Number(!a) - Number(!b) : by ? by(a).localeCompare(by(b)) * (sort.isDown ? -1 : 1) : gravity(a) - gravity(b);
  found.sort((a, b) => order(a.row, b.row));
  const players = listed.some((deck) => row(deck)?.player);
  const columns = COLUMNS.filter(([word]) => word !== "playerShort" || players);
  const tally = VERDICTS.map((verdict) => [verdict, listed.filter((deck) => {
    const one = row(deck);
    return one && verdictOf(one) === verdict;
  })] as const);
  const look = async (of: "sheets" | "field") => {
    setBusy(of);
    const files = (event ? [event, ...listed] : listed).map(fileOf);
    setPage({ of, answer: await engine.call<Sheets>(of, ask, files, "page") });
    setBusy(undefined);
  };
  useEffect(() => setPage(undefined), [decks, ask]);
  return (
    <section id="table">
      {event && isDone && <Day ask={ask} event={event} decks={listed} />}
      <p class="tools" role="status">
        <span id="tally" data-done={String(isDone)}>
          {say("decksCount")} {listed.length}
          {tally.map(([verdict, of]) => of.length > 0 && (
            <span key={verdict}> · {say(verdict as Word)} <b class={`verdict ${verdict}`}>{of.length}</b></span>
          ))}
          {!isDone && ` · ${say("judging")}`}
        </span>
      </p>
      <p class="tools">
        <label>
          <span class="hidden">{say("searchTable")}</span>
          <input id="table-search" type="search" placeholder={say("searchTable")} value={text} onInput={(e) => setText(e.currentTarget.value)} />
        </label>
        <button type="button" id="all-sheets" disabled={!isDone || busy !== undefined} onClick={() => look("sheets")}>
          {say(busy === "sheets" ? "working" : "allSheets")}
        </button>
        {event && (
          <button type="button" id="field" disabled={!isDone || busy !== undefined} onClick={() => look("field")}>
            {say(busy === "field" ? "working" : "fieldReport")}
          </button>
        )}
        <Press id="save-csv" disabled={!isDone} word="saveTable" act={() => save("decks.csv", csvOf(found.flatMap((one) => one.row ?? [])), "text/csv")} />
      </p>
      {page?.answer.refused && <Refusal refused={page.answer.refused} />}
      {page?.answer.ok && (
        <div id="paper">
          {page.answer.ok.left.length > 0 && <p class="refusal">{say("withoutPage")} {page.answer.ok.left.join(", ")}</p>}
          <Paper
            html={page.answer.ok.html}
            title={say(page.of === "sheets" ? "allSheets" : "fieldReport")}
            name={page.of}
            saved={page.of === "sheets" ? "saveSheets" : "saveReport"}
          >
            <Press word="close" act={() => setPage(undefined)} />
          </Paper>
        </div>
      )}
      <div class="wide" tabIndex={0} role="region" aria-label={say("files")}>
        <table id="files">
          <thead>
            <tr>
              {columns.map(([word]) => (
                <th key={word} scope="col" aria-sort={sort.column === word ? (sort.isDown ? "descending" : "ascending") : undefined}>
                  <button type="button" class="place" onClick={() => setSort(sort.column !== word ? { column: word, isDown: false } : sort.isDown ? { isDown: false } : { column: word, isDown: true })}>
                    {say(word)}
                    <span aria-hidden="true">{sort.column === word ? (sort.isDown ? " ↓" : " ↑") : ""}</span>
                  </button>
                </th>
              ))}
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
                    <td key={word} data-of={word}>{word === "verdict" ? <span class={`verdict ${row ? verdictOf(row) : ""}`}>{row?.asks ? say(row.asks === "game" ? "whichGame" : "whichFormat") : (row?.word ?? "…")}</span> : row && of(row)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {found.length > limit && (
        <button type="button" id="more-rows" onClick={() => setLimit(limit + SHOWN_ROWS)}>
          {say("showMore")} ({found.length - limit})
        </button>
      )}
    </section>
  );
}

/** The players of an event, and what is missing or wrong. */
function Day({ ask, event, decks }: { ask: Ask; event: Deck; decks: Deck[] }) {
  const { say } = usePage();
  const files = useMemo(() => [event, ...decks].map(fileOf), [event, decks]);
  const shown = useAnswer<EventShown>("event", ask, files);
  if (shown?.refused) return <Refusal refused={shown.refused} />;
  if (!shown?.ok) return null;
  const { name, day, format, players, strays } = shown.ok;
  const wrong = players.filter((player) => player.problems.length > 0);
  return (
    <div id="event-day">
      <h3>
        {name} <span class="soft">{[format, day].filter(Boolean).join(" · ")}</span>
      </h3>
      <p>
        {say("playersInOrder") + say("colon")}
        {players.length - wrong.length} / {players.length}
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
