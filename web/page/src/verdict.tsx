// The verdict: problems with their lines, all formats, several files.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Answer, Copies, DeckAsk, DeckDocument, File, Refused, Repair, Told, Words, WrongFinding } from "./calls";
import { More, Press } from "./controls";
import { useAnswer, usePage } from "./hand";
import { type Say, sayCount, type Word } from "./words";

/** The number of problems shown at first. */
export const SHOWN_PROBLEMS = 100;

export function Refusal({ refused }: { refused: Refused }) {
  if (refused.message === "" && refused.help === "") return null;
  return (
    <div class="refusal" role="alert">
      {refused.drawn === null ? <p>{refused.message}</p> : <pre>{refused.drawn}</pre>}
      {refused.help !== "" && <p class="soft">{refused.help}</p>}
    </div>
  );
}

/** A help text without its hints about the command line. */
const onPage = (help: string): string => help.replace(/ ?\([^()]*`sleeve [^()]*\)/g, "");

/** The number of cards that a limit such as `= 60` or `<= 4` allows. */
const allowed = (limit: string | null) => Number(/(\d+)$/.exec(limit ?? "")?.[1] ?? Number.NaN);

/** Whether a finding is about the number of cards in the deck. */
const isSize = (of: Told) => /(^|-)size$/.test(of.id) && Number(of.actual) >= 0 && allowed(of.limit) >= 0;

/** The only size that a deck may have, in words; else the finding's own. */
const sayLimit = (say: Say, of: Told) =>
  of.id === "deck-size" && isSize(of) && of.limit?.startsWith("=") ? say("deckSize").replace("#", `${allowed(of.limit)}`) : of.message;

interface ProblemProps {
  problem: Told;
  go: (span: [number, number]) => void;
  /** Cards that the line may mean, and what takes one. */
  meant?: string[] | undefined;
  take?: ((name: string) => void) | undefined;
  children?: ComponentChildren;
}

function Problem({ problem, go, meant = [], take, children }: ProblemProps) {
  const { say } = usePage();
  const { span, line } = problem;
  const [actual, limit] = [Number(problem.actual), allowed(problem.limit)];
  const size = isSize(problem) && say(actual > limit ? "tooManyCards" : "tooFewCards").replace("#1", `${actual}`).replace("#2", `${limit}`);
  return (
    <li class={`problem ${problem.severity}`}>
      <p class="head">
        <strong class="title">
          <span class="hidden">{say(problem.severity) + say("colon")}</span>
          {size || problem.message}
        </strong>{" "}
        {span && line !== null && (
          <button type="button" class="place" onClick={() => go(span)}>
            {say(problem.lines.length > 1 ? "lines" : "line")} {problem.lines.length > 1 ? problem.lines.join(", ") : line}
          </button>
        )}
      </p>
      {(problem.elsewhere || size) && (
        <p class="soft">
          {problem.elsewhere} {size && sayLimit(say, problem)}
        </p>
      )}
      {meant.length > 0 && take ? (
        <p class="choices">
          {say("didYouMean")}
          {meant.map((name) => (
            <button key={name} type="button" onClick={() => take(name)}>
              {name}
            </button>
          ))}
        </p>
      ) : (
        problem.help !== "" && <p class="help">{onPage(problem.help)}</p>
      )}
      {(problem.notes.length > 0 || problem.cite !== null || problem.rule !== null) && (
        <details>
          <summary>{say("why")}</summary>
          {problem.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {problem.rule !== null && <p>{problem.rule}</p>}
          <p>
            {problem.cite !== null && !problem.rule?.includes(problem.cite) && <span class="cite">{problem.cite} </span>}
            <code>{problem.id}</code>
          </p>
        </details>
      )}
      {children}
    </li>
  );
}

interface WrongProps { ask: DeckAsk; file: File; rule: string }

/** A report of a finding that looks wrong, with the fewest cards that give it. */
function Wrong({ ask, file, rule }: WrongProps) {
  const { engine, say, tell } = usePage();
  const [found, setFound] = useState<Answer<WrongFinding>>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setFound(undefined), [file, rule]);
  const look = async () => {
    setBusy(true);
    setFound(await engine.call("shrink", { ...ask, text: rule }, [file]));
    setBusy(false);
  };
  if (found?.refused) return <Refusal refused={found.refused} />;
  if (!found) return <Press class="place wrongly" disabled={isBusy} word={isBusy ? "searching" : "isWrong"} act={look} />;
  const { report, link } = found.ok;
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(report).then(() => true, () => false);
    tell(say(copied ? "reportCopied" : "copyByHand"));
  };
  return (
    <div class="report">
      <label>
        {say("reportIt")}
        <textarea readOnly rows={9} spellcheck={false} value={report} />
      </label>
      <p class="tools">
        <Press class="main" word="copy" act={copy} />
        {link !== null && (
          <a class="button" href={link} target="_blank" rel="noopener noreferrer">
            {say("openForm")}
          </a>
        )}
      </p>
    </div>
  );
}

type ProblemsProps = Pick<Props, "go"> & Partial<Pick<Props, "deck" | "correct" | "ask" | "file">> & { problems: Told[]; label: string };

function Problems({ problems, label, go, deck, correct, ask, file }: ProblemsProps) {
  const [limit, setLimit] = useState(SHOWN_PROBLEMS);
  if (problems.length === 0) return null;
  return (
    <>
      <ul class="problems" aria-label={label}>
        {problems.slice(0, limit).map((one, at) => {
          const stray = one.id === "unresolved" ? deck?.unresolved.find(({ line }) => line === one.line) : undefined;
          const meant = stray && [...new Set(stray.candidates.map(({ name }) => name))];
          const take = stray && correct && ((name: string) => correct(stray.line, stray.text, name));
          const isFirst = problems.findIndex(({ id }) => id === one.id) === at && deck?.findings.some(({ rule }) => rule === one.id);
          return (
            <Problem key={at} problem={one} go={go} meant={meant} take={take}>
              {isFirst && ask && file && <Wrong ask={ask} file={file} rule={one.id} />}
            </Problem>
          );
        })}
      </ul>
      <More left={problems.length - limit} act={() => setLimit(limit * 10)} />
    </>
  );
}

interface Props {
  ask: DeckAsk;
  file: File;
  deck: DeckDocument;
  words: Words;
  /** Whether the page itself asks for the game or format, so that this is not shown as a
   * problem. */
  isAsked: boolean;
  go: (span: [number, number]) => void;
  /** Replaces a name in a line of the text. */
  correct: (line: number, from: string, to: string) => void;
  attest: (isAttested: boolean) => void;
  children: ComponentChildren;
}

/** A deck's verdict: its problems with help, and a folded explanation. */
export function Verdict({ ask, file, deck, words, isAsked, go, correct, attest, children }: Props) {
  const { say } = usePage();
  const [isOpen, setOpen] = useState(ask.attested);
  const problems = words.told.filter((one) => one.severity !== "note" && !(isAsked && one.line === null && one.rule === null));
  const notes = words.told.filter((one) => one.severity === "note");
  return (
    <>
      {deck.provisional && <p class="soft sentence">{say("provisional")}.</p>}
      {problems.length === 0 && deck.verdict === "legal" && <p class="calm">{say("nothingWrong")}</p>}
      {words.gaps !== null && <p class="soft sentence">{words.gaps}.</p>}
      <Problems problems={problems} label={say("problems")} go={go} deck={deck} correct={correct} ask={ask} file={file} />
      {children}
      {notes.length > 0 && (
        <details id="readings">
          <summary>{sayCount(say, notes.length, "reading")}</summary>
          <Problems problems={notes} label={say("readings")} go={go} />
        </details>
      )}
      {!isAsked && (
        <details id="about" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{say("about")}</summary>
          <p>
            <label>
              <input
                id="attested"
                type="checkbox"
                checked={ask.attested}
                aria-describedby="attested-help"
                onChange={(event) => attest(event.currentTarget.checked)}
              />{" "}
              {say("attested")}
            </label>
          </p>
          <p id="attested-help" class="soft">
            {say("attestedHelp")}
          </p>
          {isOpen && deck.verdict !== "unusable" && <AttestedHere ask={ask} file={file} />}
          {deck.fingerprint !== null && (
            <p class="soft">
              {say("fingerprint") + say("colon")}
              <code>{deck.fingerprint}</code>
            </p>
          )}
        </details>
      )}
    </>
  );
}

/** The delay, in milliseconds, before the explanation follows a change of the deck. */
const EXPLAINED_AFTER = 300;

/** What "Published values only" changes for this deck. */
function AttestedHere({ ask, file }: { ask: DeckAsk; file: File }) {
  const { say } = usePage();
  const { attested: _, ...either } = ask;
  const found = useAnswer("attested", either, [file], { rest: EXPLAINED_AFTER })?.ok;
  if (!found) return null;
  const isNothing = found.rules.length === 0 && found.shipped === found.attested;
  return (
    <div id="attested-here" class="soft">
      {isNothing ? (
        <p>{say("attestedNothing")}</p>
      ) : (
        <p>
          {say("attestedOff") + say("colon")}
          <b>{found.shipped}</b>, {say("attestedOn") + say("colon")}
          <b>{found.attested}</b>.
        </p>
      )}
      {found.rules.length > 0 && (
        <>
          <p>{say("attestedBecause")}</p>
          <ul>
            {found.rules.map((rule, at) => (
              <li key={at}>
                {rule.message}
                {rule.facts !== null && ` (${rule.facts})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface MatrixProps {
  ask: DeckAsk;
  file: File;
  /** Whether the deck names no format: then all formats are checked at once. */
  isAsked: boolean;
  take: (format: string) => void;
}

const ORDER: DeckDocument["verdict"][] = ["legal", "undetermined", "illegal", "unusable"];

type IsOfGroup = (deck: DeckDocument, faults: Told[]) => boolean;

/** The groups of formats, the likeliest first. */
const GROUPS: [Word, IsOfGroup][] = [
  ["legalIn", (deck) => deck.verdict === "legal"],
  ["onlySize", (deck, faults) => deck.verdict !== "legal" && faults.length > 0 && faults.every(isSize)],
  ["moreWrong", (deck, faults) => deck.verdict !== "legal" && (faults.length === 0 || !faults.every(isSize))],
];

/** The verdict in every format of the game, legal ones first. A press chooses a format. */
export function Matrix({ ask, file, isAsked, take }: MatrixProps) {
  const { say } = usePage();
  const [open, setOpen] = useState(isAsked);
  // A role or parameter belongs to one format only.
  const { role: _, set: __, ...all } = ask;
  const rows = useAnswer("check", { ...all, format: "all" }, open ? [file] : undefined, { place: "matrix" })?.ok;
  const found = rows?.document.decks.flatMap((deck, at) => {
    const words = rows.decks[at];
    const faults = words?.told.filter((one) => one.severity === "error" || one.severity === "undetermined") ?? [];
    return words && deck.format !== null ? [{ deck, words, faults, format: deck.format }] : [];
  });
  /** The number of cards that a format refuses, besides the size of the deck. */
  const weight = (faults: Told[]) => faults.reduce((sum, one) => sum + (isSize(one) ? 0 : (allowed(one.actual) || 0) + 1), 0);
  found?.sort((a, b) => ORDER.indexOf(a.deck.verdict) - ORDER.indexOf(b.deck.verdict) || weight(a.faults) - weight(b.faults));
  const table = (
    <div id="matrix">
      {GROUPS.map(([group, holds]) => ({ group, rows: found?.filter(({ deck, faults }) => holds(deck, faults)) ?? [] }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ group, rows }) => (
          <section key={group} class={group}>
            <h3>
              {say(group)} <span class="soft">{rows.length}</span>
            </h3>
            <ul class="rows">
              {rows.map(({ deck, words, faults, format }) => (
                <li key={format}>
                  <button type="button" class="row" aria-current={format === ask.format ? "true" : undefined} onClick={() => take(format)}>
                    <b>{words.format}</b> <span class={`verdict hidden ${deck.verdict}`}>{words.verdict}</span>
                    {faults[0] && <span class="soft">{sayLimit(say, faults.find((one) => !isSize(one)) ?? faults[0])}</span>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
  if (isAsked) return <><p class="soft">{say("takeFormat")}</p>{table}</>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("allFormats")}</summary>
      {open && table}
    </details>
  );
}

/** The added and removed cards, with their copies before and after. */
export function Moves({ id, rows }: { id?: string; rows: Copies[] }) {
  if (rows.length === 0) return null;
  return (
    <ul class="compared" id={id}>
      {rows.map(({ id, name, copies: [before, after] }) => (
        <li key={id + name} class={before < after ? "in" : ""}>
          <b>{before < after ? `+${after - before}` : `−${before - after}`}</b> {name}
          {before > 0 && after > 0 && <span class="soft"> ({`${before} → ${after}`})</span>}
        </li>
      ))}
    </ul>
  );
}

interface RepairProps { ask: DeckAsk; file: File; apply: (text: string) => void }

/** The smallest repair of an illegal deck, computed when the reader asks for it. */
export function SmallestRepair({ ask, file, apply }: RepairProps) {
  const { engine, say } = usePage();
  const [found, setFound] = useState<Answer<Repair>>();
  /** The added and removed cards. */
  const [moves, setMoves] = useState<Copies[]>([]);
  /** The cards of the repairs shown so far; another repair does not touch them. */
  const [seen, setSeen] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isLast, setLast] = useState(false);
  const look = async () => {
    setBusy(true);
    const stay = seen.map((id) => `id=${JSON.stringify(id)}`).join(" or ");
    const answer = await engine.call("repair", { ...ask, milliseconds: 5_000, ...(stay && { text: stay }) }, [file]);
    const text = answer.ok?.text;
    setBusy(false);
    if (!text && stay) return setLast(true);
    setFound(answer);
    if (!text) return;
    const repaired = { path: file.path, bytes: new TextEncoder().encode(text) };
    const compared = await engine.call("compare", ask, [file, repaired]);
    const rows = compared.ok?.zones.flatMap((zone) => zone.rows) ?? [];
    setMoves(rows);
    setSeen([...seen, ...rows.map(({ id }) => id)]);
  };
  const text = found?.ok?.text;
  return (
    <section class={text ? "repair diff" : "repair"}>
      <Moves id="moves" rows={moves} />
      <p class="tools">
        {!isLast && <Press id="repair" class={text ? "" : "main"} disabled={isBusy} word={isBusy ? "searching" : text ? "anotherWay" : "findRepair"} act={look} />}
        {text && <Press id="apply" class="main" word="apply" act={() => apply(text)} />}
        {isLast && <span role="status" class="soft">{say("noOtherWay")}</span>}
      </p>
      {found?.refused && <Refusal refused={found.refused} />}
      {found?.ok && (
        <>
          {found.ok.unchanged && <Refusal refused={found.ok.unchanged} />}
          <details open={moves.length === 0}>
            <summary>{say("why")}</summary>
            <pre id="repair-words" tabIndex={0}>
              {found.ok.words.trim()}
            </pre>
          </details>
        </>
      )}
    </section>
  );
}
