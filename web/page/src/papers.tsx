// A hand of the deck, its odds and its report, and its registration sheet.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Ask, Choice, Compared, File, Hand, Looked, Named, Sheets } from "./calls";
import { Opener, Press, Select } from "./controls";
import { useAnswer, useEvents, usePage } from "./hand";
import { MAX_DECK_BYTES, read, save, stem } from "./files";
import { Refusal } from "./verdict";
import { percent, type Word } from "./words";

interface Props {
  ask: Ask;
  file: File;
  /** Cards that are set out before the draw. */
  aside: Named[];
  setAside: (cards: Named[]) => void;
}

type Looker = (card: string) => void;

function Cards({ cards, fresh, look, kinds }: { cards: Named[]; fresh?: { from: number; word: string } | undefined; look: Looker; kinds: Map<string, string> }) {
  return (
    <ol class="hand">
      {cards.map((card, at) => (
        <li key={at} class={fresh && at >= fresh.from ? "fresh" : ""}>
          {card.id !== "" ? (
            <button type="button" onClick={() => look(card.id)}>
              {card.name}
            </button>
          ) : (
            <span>{card.name}</span>
          )}
          <small class="soft">{kinds.get(card.id) ?? ""}</small>
          {fresh && at >= fresh.from && <small>{fresh.word}</small>}
        </li>
      ))}
    </ol>
  );
}

/** What the player picks before the draw, where the list does not mark it. */
function SetOut({ choices, aside, setAside }: Pick<Props, "aside" | "setAside"> & { choices: Choice[] }) {
  const { say } = usePage();
  if (choices.length === 0 && aside.length === 0) return null;
  return (
    <div class="tools" id="set-out">
      {aside.map((card) => (
        <span key={card.id}>
          {say("setOut") + say("colon")}
          <b>{card.name}</b>{" "}
          <button
            type="button"
            aria-label={card.name + say("colon") + say("takeBack")}
            onClick={() => setAside(aside.filter((one) => one.id !== card.id))}
          >
            ×
          </button>
        </span>
      ))}
      {choices.map((choice, at) => (
        <Select
          key={`${at}${choice.by ?? ""}`}
          label={choice.by === null ? say("startsWith") : `${choice.by} ${say("setsOut")}`}
          value=""
          first={say("notSaid")}
          of={choice.cards}
          choose={(id) => setAside([...aside, ...choice.cards.filter((one) => one.id === id)])}
        />
      ))}
    </div>
  );
}

const ids = (cards: Named[]) => cards.map((card) => card.id);

const someSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

export function Draw({ ask, file, aside, setAside, look, kinds }: Props & { look: Looker; kinds: Map<string, string> }) {
  const { say } = usePage();
  const [deal, setDeal] = useState({ seed: someSeed(), exchanges: 0, turns: 0 });
  const answer = useAnswer<Hand>("deal", { ...ask, ...deal, aside: ids(aside) }, [file]);
  const hand = answer?.ok;
  const last = hand?.turns[hand.turns.length - 1] ?? [];
  const beside: [title: string, cards: Named[], isPast?: boolean][] = hand
    ? [
        ...(hand.row.length > 0 ? [[say("row"), hand.row] as [string, Named[]]] : []),
        ...hand.beside,
        ...hand.partners.map((cards): [string, Named[]] => [say("partner"), cards]),
        ...hand.exchanged.map((cards): [string, Named[], boolean] => [say("exchanged"), cards, true]),
      ]
    : [];
  const before = hand && hand.turns.length > 1 ? (hand.turns[hand.turns.length - 2]?.length ?? 0) : undefined;
  return (
    <>
      <p class="tools">
        <Press id="new-hand" word="newHand" act={() => setDeal({ seed: someSeed(), exchanges: 0, turns: 0 })} />
        {hand?.may_exchange && deal.turns === 0 && (
          <Press id="mulligan" word="mulligan" act={() => setDeal({ ...deal, exchanges: deal.exchanges + 1 })} />
        )}
        {hand && hand.next_turn !== null && (
          <Press id="next-turn" word="nextTurn" act={() => setDeal({ ...deal, turns: hand.next_turn ?? deal.turns })} />
        )}
      </p>
      <SetOut choices={hand?.choices ?? []} aside={aside} setAside={setAside} />
      {answer?.refused && <Refusal refused={answer.refused} />}
      {hand && (
        <>
          <h3 id="hand-title" aria-live="polite">
            {deal.turns === 0 ? say("opening") : `${say("turn")} ${deal.turns}`}{" "}
            <span class="soft">
              ({last.length} {say("cards")})
            </span>
          </h3>
          <Cards look={look} kinds={kinds} cards={last} fresh={before === undefined ? undefined : { from: before, word: say("drawnNow") }} />
          {hand.bottom > 0 && (
            <p>
              {say("bottom") + say("colon") + hand.bottom}
            </p>
          )}
          {beside.map(([title, cards, isPast], at) => (
            <div key={at} class={isPast ? "soft" : ""}>
              <h4>{title}</h4>
              <Cards look={look} kinds={kinds} cards={cards} />
            </div>
          ))}
          <details>
            <summary>{say("how")}</summary>
            {hand.model.map((line) => (
              <p key={line} class="soft">
                {line}
              </p>
            ))}
            <p class="soft">
              {say("seed")} {deal.seed}
            </p>
          </details>
        </>
      )}
    </>
  );
}

export function Look({ ask, file, aside, setAside, others }: Props & { others: File[] }) {
  const { lang, say } = usePage();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState({ conditions: [] as string[], turns: 6 });
  const [turns, setTurns] = useState(6);
  const answer = useAnswer<Looked>("portray", { ...ask, ...asked, aside: ids(aside) }, [file]);
  const looked = answer?.ok;
  const most = Math.max(0, ...(looked?.chances.map((one) => one.turns.length) ?? []));
  // Turns after which the odds are those of before are no columns: nothing is drawn there.
  const columns = Array.from({ length: most }, (_, turn) => turn).filter(
    (turn) => turn === 0 || looked?.chances.some(({ turns }) => JSON.stringify(turns[turn]) !== JSON.stringify(turns[turn - 1])),
  );
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const conditions = text.split("\n").filter((line) => line.trim() !== "");
          setAsked({ conditions, turns });
        }}
      >
        <label for="conditions">{say("conditions")}</label>
        <textarea
          id="conditions"
          rows={3}
          spellcheck={false}
          aria-describedby="conditions-help"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p id="conditions-help" class="soft">
          {say("conditionsHelp")}
        </p>
        <p class="tools">
          <label hidden={looked !== undefined && most <= 1 && asked.turns > 0}>
            {say("turns")}{" "}
            <input
              id="turns"
              type="number"
              min={0}
              max={20}
              value={turns}
              onInput={(event) => setTurns(Math.min(20, Math.max(0, event.currentTarget.valueAsNumber || 0)))}
            />
          </label>
          <button type="submit" id="calculate">
            {say("calculate")}
          </button>
        </p>
      </form>
      <SetOut choices={looked?.choices ?? []} aside={aside} setAside={setAside} />
      {answer?.refused && <Refusal refused={answer.refused} />}
      {looked && (
        <>
          <h3>{say("exactOdds")}</h3>
          <div class="wide" tabIndex={0} role="region" aria-label={say("exactOdds")}>
            <table id="odds">
              <thead>
                <tr>
                  <th scope="col">{say("condition")}</th>
                  {columns.map((turn) => (
                    <th key={turn} scope="col">
                      {turn === 0 ? say("opening") : `${say("turn")} ${turn}`}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {looked.chances.map((one) => (
                  <tr key={one.text}>
                    <th scope="row">{one.name ?? one.text}</th>
                    {columns.flatMap((at) => one.turns[at] ?? []).map((turn, at) => (
                      <td key={at} title={turn.fraction ?? turn.refused?.message ?? ""}>
                        {turn.between
                          ? turn.between[0] === turn.between[1]
                            ? percent(turn.between[0], lang)
                            : `${percent(turn.between[0], lang)} – ${percent(turn.between[1], lang)}`
                          : (turn.refused?.message ?? "")}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {looked.chances.map((one) => one.keep.length > 0 && (
            <div key={one.text} class="keep">
              <h4>
                {say("handsToKeep")} <span class="soft">{one.name ?? one.text}</span>
              </h4>
              <ul>
                {one.keep.map(([cards, condition]) => (
                  <li key={cards}>
                    {cards} {say("cards") + say("colon")}
                    {condition === null ? say("allHands") : <code>{condition}</code>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      )}
      <Compare ask={ask} file={file} others={others} />
      {looked && <Paper html={looked.html} title={say("report")} name={stem(file.path)} saved="saveReport" />}
    </>
  );
}

interface PaperProps {
  html: string;
  title: string;
  /** The name of its file, and what is said on the button that saves it. */
  name: string;
  saved: Word;
  children?: ComponentChildren;
}

/** A page of the program, to be printed and saved: in a frame as high as the page, so that nothing scrolls within, which runs
 * nothing and may load nothing. Where the whole is printed, it stands there without the frame, which paper would cut. */
export function Paper({ html, title, name, saved, children }: PaperProps) {
  const { say } = usePage();
  const frame = useRef<HTMLIFrameElement>(null);
  const printed = useRef<HTMLDivElement>(null);
  const inside = () => frame.current?.contentDocument?.documentElement;
  const fit = () => {
    if (frame.current) frame.current.style.height = `${(inside()?.scrollHeight ?? 0) + 2}px`;
  };
  const unfold = () => {
    const [from, to] = [inside(), printed.current];
    if (!from || !to) return;
    const shadow = to.shadowRoot ?? to.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    // In a shadow tree nothing is the root.
    style.replaceSync((from.querySelector("style")?.textContent ?? "").replaceAll(":root", "html"));
    shadow.adoptedStyleSheets = [style];
    const copy = document.importNode(from, true);
    copy.querySelector("style")?.remove();
    shadow.replaceChildren(copy);
  };
  useEvents({ resize: fit, beforeprint: unfold, afterprint: () => printed.current?.shadowRoot?.replaceChildren() });
  return (
    <div class="paper">
      <p class="tools">
        <Press class="print" word="print" act={() => frame.current?.contentWindow?.print()} />
        <button type="button" onClick={() => save(`${name}.html`, html, "text/html")}>
          {say(saved)}
        </button>
        {children}
      </p>
      <iframe class="framed" title={title} sandbox="allow-same-origin allow-modals" srcdoc={html} onLoad={fit} ref={frame} />
      <div class="printed" ref={printed} />
    </div>
  );
}

/** What parts this deck from another. */
function Compare({ ask, file, others }: Pick<Props, "ask" | "file"> & { others: File[] }) {
  const { say } = usePage();
  const [other, setOther] = useState<File>();
  const found = useAnswer<Compared>("compare", ask, other && [file, other]);
  const change = ([before, after]: [number, number]) => `${before} → ${after}`;
  return (
    <section id="compare" aria-labelledby="compare-title">
      <h3 id="compare-title">{say("compare")}</h3>
      <p class="tools">
        {others.length > 0 && (
          <Select
            id="compare-with"
            label={say("compareWith")}
            value=""
            first={say("chooseDeck")}
            of={others.map((one, at) => ({ id: String(at), name: one.path }))}
            choose={(at) => setOther(others[Number(at)])}
          />
        )}
        <Opener
          id="compare-open"
          word="openOther"
          takes="one"
          open={(picked) => void read(picked, MAX_DECK_BYTES).then(([file]) => file && setOther(file))}
        />
      </p>
      {found?.refused && <Refusal refused={found.refused} />}
      {other && found?.ok && (
        <div id="compared">
          <p class="soft">
            {file.path} → {other.path}
          </p>
          {found.ok.zones.length === 0 && <p>{say("sameCards")}</p>}
          {found.ok.zones.map((zone) => (
            <section key={zone.name}>
              <h4>
                {zone.name} <span class="soft">({change(zone.cards)})</span>
              </h4>
              <ul class="compared">
                {zone.rows.map(({ id, name, copies: [before, after] }) => (
                  <li key={id + name} class={before < after ? "in" : ""}>
                    <b>{before < after ? `+${after - before}` : `−${before - after}`}</b> {name}
                    {before > 0 && after > 0 && <span class="soft"> ({change([before, after])})</span>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {found.ok.measures.map(([name, before, after]) => before !== after && (
            <p key={name} class="soft">
              {name + say("colon")}
              {before ?? "–"} → {after ?? "–"}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

export function Print({ ask, file }: Pick<Props, "ask" | "file">) {
  const { say } = usePage();
  const [heading, setHeading] = useState({ event: "", player: "" });
  const answer = useAnswer<Sheets>("sheets", { ...ask, ...heading }, [file]);
  const html = answer?.ok?.html;
  return (
    <>
      <p class="tools">
        <label>
          {say("event")}{" "}
          <input id="event" value={heading.event} onInput={(e) => setHeading({ ...heading, event: e.currentTarget.value })} />
        </label>
        <label>
          {say("player")}{" "}
          <input value={heading.player} onInput={(e) => setHeading({ ...heading, player: e.currentTarget.value })} />
        </label>
      </p>
      {answer?.refused && <Refusal refused={answer.refused} />}
      {html !== undefined && <Paper html={html} title={say("sheet")} name={stem(file.path)} saved="saveSheet" />}
    </>
  );
}
