// What the rules say: the verdict, the problems with their lines, all formats, several files.
import { useEffect, useState } from "preact/hooks";
import type { Answer, Ask, Attested, Checked, DeckDocument, File, Refused, Repair, Told, Words } from "./calls";
import type { Engine } from "./engine";
import type { Say } from "./words";

/** So many problems are shown at first. */
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

export function VerdictWord({ deck, words, say }: { deck: DeckDocument; words: Words; say?: Say }) {
  return (
    <span class={`verdict ${deck.verdict}`}>
      {words.verdict}
      {deck.provisional && say && <span class="soft"> ({say("provisional")})</span>}
    </span>
  );
}

function Problem({ told, say, go }: { told: Told; say: Say; go: (span: [number, number]) => void }) {
  const { span, line } = told;
  return (
    <li class={`problem ${told.severity}`}>
      <p>
        <strong class="severity">{say(told.severity)}</strong>{" "}
        {span && line !== null && (
          <button type="button" class="place" onClick={() => go(span)}>
            {say(told.lines.length > 1 ? "lines" : "line")} {told.lines.length > 1 ? told.lines.join(", ") : line}
          </button>
        )}{" "}
        {told.elsewhere && <span class="soft">{told.elsewhere} </span>}
        {told.message}
      </p>
      {told.actual !== null && (
        <p class="numbers-of">
          {say("has")} <b>{told.actual}</b>
          {told.limit !== null && (
            <>
              , {say("asks")} <b>{told.limit}</b>
            </>
          )}
        </p>
      )}
      {told.notes.map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
      {told.help !== "" && <p class="help">{told.help}</p>}
      {(told.cite !== null || told.rule !== null) && (
        <p class="soft">
          {say("rule")} <code>{told.id}</code>
          {told.rule !== null && say("colon") + told.rule}
          {told.cite !== null && !told.rule?.includes(told.cite) && <span class="cite"> — {told.cite}</span>}
        </p>
      )}
    </li>
  );
}

interface Props {
  deck: DeckDocument;
  words: Words;
  revision: number;
  say: Say;
  go: (span: [number, number]) => void;
}

export function Verdict({ deck, words, revision, say, go }: Props) {
  const [limit, setLimit] = useState(SHOWN_PROBLEMS);
  const told = words.told.slice(0, limit);
  return (
    <>
      <p id="verdict" role="status" data-revision={revision} data-verdict={deck.verdict}>
        <VerdictWord deck={deck} words={words} say={say} />
        {words.format !== null && <span class="soft"> · {words.format}</span>}
      </p>
      {words.told.length === 0 && deck.verdict === "legal" && <p class="soft">{say("nothingWrong")}</p>}
      <ul class="problems" aria-label={say("problems")}>
        {told.map((one, at) => (
          <Problem key={at} told={one} say={say} go={go} />
        ))}
      </ul>
      {words.told.length > limit && (
        <button type="button" onClick={() => setLimit(limit * 10)}>
          {say("show")} {words.told.length - limit}
        </button>
      )}
      {deck.fingerprint !== null && (
        <p class="soft">
          {say("fingerprint") + say("colon")}
          <code>{deck.fingerprint}</code>
        </p>
      )}
    </>
  );
}

/** The explanation of the switch follows the deck after so many milliseconds of rest. */
const EXPLAINED_AFTER = 300;

interface AttestedProps { engine: Engine; ask: Ask; file: File; say: Say }

/** What the switch to attested facts means for this deck. */
export function AttestedHere({ engine, ask, file, say }: AttestedProps) {
  const [found, setFound] = useState<Attested>();
  useEffect(() => {
    let isOld = false;
    const rest = setTimeout(async () => {
      const answer = await engine.call<Attested>("attested", ask, [file], "attested");
      if (!isOld && answer.ok) setFound(answer.ok);
    }, EXPLAINED_AFTER);
    return () => {
      isOld = true;
      clearTimeout(rest);
    };
  }, [JSON.stringify({ ...ask, attested: false }), file]);
  if (!found) return null;
  if (found.rules.length === 0 && found.shipped === found.attested) {
    return (
      <p id="attested-here" class="soft">
        {say("attestedNothing")}
      </p>
    );
  }
  return (
    <div id="attested-here" class="soft">
      <p>
        {say("attestedOff") + say("colon")}
        <b>{found.shipped}</b>, {say("attestedOn") + say("colon")}
        <b>{found.attested}</b>.
      </p>
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

/** How every format of the game judges the deck; asked for where it is open. */
export function Matrix({ engine, ask, file, say }: { engine: Engine; ask: Ask; file: File | undefined; say: Say }) {
  const [open, setOpen] = useState(false);
  const [rows, setRows] = useState<Checked>();
  useEffect(() => {
    if (!open || !file) return;
    let isOld = false;
    // Role and parameters are those of one format.
    const { role: _, set: __, ...all } = ask;
    void engine.call<Checked>("check", { ...all, format: "all" }, [file], "matrix").then((answer) => {
      if (!isOld) setRows(answer.ok);
    });
    return () => {
      isOld = true;
    };
  }, [open, file, JSON.stringify(ask)]);
  if (!file) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("allFormats")}</summary>
      {open && rows && (
        <table id="matrix">
          <thead>
            <tr>
              <th scope="col">{say("format")}</th>
              <th scope="col">{say("verdict")}</th>
              <th scope="col">{say("problems")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.document.decks.map((deck, at) => {
              const words = rows.decks[at];
              if (!words) return null;
              const first = words.told.find((told) => told.severity === "error" || told.severity === "undetermined");
              return (
                <tr key={deck.format ?? at}>
                  <th scope="row">{words.format ?? "—"}</th>
                  <td>
                    <VerdictWord deck={deck} words={words} />
                  </td>
                  <td>{first?.message ?? ""}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </details>
  );
}

interface RepairProps {
  engine: Engine;
  ask: Ask;
  file: File;
  say: Say;
  apply: (text: string) => void;
}

/** The smallest repair of an illegal deck, looked for where it is asked. */
export function SmallestRepair({ engine, ask, file, say, apply }: RepairProps) {
  const [found, setFound] = useState<Answer<Repair>>();
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    setFound(await engine.call<Repair>("repair", { ...ask, milliseconds: 5_000 }, [file]));
    setBusy(false);
  };
  const text = found?.ok?.text;
  return (
    <section class="repair">
      <p>
        <button type="button" id="repair" disabled={isBusy} onClick={look}>
          {isBusy ? say("searching") : say("findRepair")}
        </button>
      </p>
      {found?.refused && <Refusal refused={found.refused} />}
      {found?.ok && (
        <>
          <pre id="repair-words" tabIndex={0}>
            {found.ok.words.trim()}
          </pre>
          {found.ok.unchanged && <Refusal refused={found.ok.unchanged} />}
          {text !== null && text !== undefined && (
            <button type="button" id="apply" onClick={() => apply(text)}>
              {say("apply")}
            </button>
          )}
        </>
      )}
    </section>
  );
}

interface TableProps {
  decks: DeckDocument[];
  words: Words[];
  active: number;
  say: Say;
  choose: (at: number) => void;
}

/** Several files at once. */
export function Files({ decks, words, active, say, choose }: TableProps) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={say("files")}>
      <table id="files">
        <thead>
          <tr>
            <th scope="col">{say("file")}</th>
            <th scope="col">{say("verdict")}</th>
            <th scope="col">{say("format")}</th>
            <th scope="col">{say("problems")}</th>
          </tr>
        </thead>
        <tbody>
          {decks.map((deck, at) => {
            const of = words[at];
            if (!of) return null;
            const first = of.told.find((told) => told.severity !== "note");
            return (
              <tr key={at} aria-current={at === active ? "true" : undefined}>
                <th scope="row">
                  <button type="button" class="place" onClick={() => choose(at)}>
                    {deck.path}
                  </button>
                </th>
                <td>
                  <VerdictWord deck={deck} words={of} />
                </td>
                <td>{of.format ?? ""}</td>
                <td>{first?.message ?? ""}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
