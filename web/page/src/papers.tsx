// A sample hand, the deck's odds and report, and its registration sheet.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Choice, DeckAsk, Entry, File, Looked, Named, Seat } from "./calls";
import { useChips } from "./build";
import { Opener, Press, Select, tint } from "./controls";
import { useAnswer, useEvents, usePage } from "./hand";
import { MAX_DECK_BYTES, read, save, stem } from "./files";
import { Moves, Refusal } from "./verdict";
import { percent, sayCount, sayTurn, type Word } from "./words";

interface Props {
  ask: DeckAsk;
  seat: Seat;
  file: File;
  /** Cards set out before the draw. */
  aside: Named[];
  setAside: (cards: Named[]) => void;
}

interface CardsProps {
  cards: Named[];
  /** The deck's entries, for the kind of each card. */
  entries: Entry[];
  /** The position of the first card drawn this turn. */
  fresh?: number | undefined;
  /** The numbers of a card by its id. */
  chips: (id: string) => ComponentChildren;
}

/** The number of cards of each kind. */
function Kinds({ cards, entries }: Pick<CardsProps, "cards" | "entries">) {
  const counts = new Map<string, number>();
  for (const card of cards) {
    const kind = entries.find((entry) => entry.id === card.id)?.kind ?? "?";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]);
  return <p class="soft" id="hand-kinds">{most.map(([kind, count]) => `${count} × ${kind}`).join(" · ")}</p>;
}

function Cards({ cards, entries, fresh = cards.length, chips }: CardsProps) {
  const { say, look } = usePage();
  const of = (card: Named) => entries.find((entry) => entry.id === card.id);
  return (
    <ol class="hand">
      {cards.map((card, at) => (
        <li key={at} class={at >= fresh ? "fresh" : ""} style={tint(of(card)?.look.colour)}>
          {card.id !== "" ? (
            <button type="button" onClick={() => look(card.id)}>
              {card.name}
            </button>
          ) : (
            <span>{card.name}</span>
          )}
          <small class="soft">
            {of(card)?.look.sign} {of(card)?.kind}
          </small>
          <span class="chips">{chips(card.id)}</span>
          {at >= fresh && <small>{say("drawnNow")}</small>}
        </li>
      ))}
    </ol>
  );
}

/** The cards that the player has to pick before the draw, if the deck does not mark them. */
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

/** `home` names the game, even if only the deck does. */
export function Draw({ ask, home, seat, file, aside, setAside, entries }: Props & { home: DeckAsk; entries: Entry[] }) {
  const { say } = usePage();
  const [deal, setDeal] = useState({ seed: someSeed(), mulligans: 0, turn: 0 });
  const answer = useAnswer("deal", { ...ask, ...seat, ...deal, set_aside: ids(aside) }, [file]);
  const hand = answer?.ok;
  const chips = useChips(home, entries);
  const last = hand?.turns.at(-1) ?? [];
  const titled = (word: Word, hands: Named[][] = []) => hands.map((cards): [string, Named[]] => [say(word), cards]);
  const beside = [...titled("row", hand?.row.length ? [hand.row] : []), ...(hand?.beside ?? []), ...titled("partner", hand?.partners)];
  return (
    <>
      <p class="tools">
        <Press id="new-hand" word="newHand" act={() => setDeal({ seed: someSeed(), mulligans: 0, turn: 0 })} />
        {hand?.may_exchange && deal.turn === 0 && (
          <Press id="mulligan" word="mulligan" act={() => setDeal({ ...deal, mulligans: deal.mulligans + 1 })} />
        )}
        {hand && hand.next_turn !== null && (
          <Press id="next-turn" word="nextTurn" act={() => setDeal({ ...deal, turn: hand.next_turn ?? deal.turn })} />
        )}
      </p>
      <SetOut choices={hand?.choices ?? []} aside={aside} setAside={setAside} />
      {answer?.refused && <Refusal refused={answer.refused} />}
      {hand && (
        <>
          <h3 id="hand-title" aria-live="polite">
            {sayTurn(say, deal.turn)} <span class="soft">({sayCount(say, last.length, "card")})</span>
          </h3>
          <Cards entries={entries} cards={last} fresh={hand.turns.at(-2)?.length} chips={chips} />
          <Kinds entries={entries} cards={last} />
          {hand.bottom > 0 && <p>{say("bottom") + say("colon") + hand.bottom}</p>}
          {[...beside, ...titled("exchanged", hand.exchanged)].map(([title, cards], at) => (
            <div key={at} class={at < beside.length ? "" : "soft"}>
              <h4>{title}</h4>
              <Cards entries={entries} cards={cards} chips={chips} />
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

/** The default number of turns. */
const USUAL_TURNS = 6;

interface AskProps {
  entries: Entry[];
  /** The odds of the pressed condition in the opening hand. */
  shown: string | undefined;
  press: (condition: string, words: string) => void;
}

/** A question about the odds by pressing: at least so many of a kind or of a card. */
function AtLeast({ entries, shown, press }: AskProps) {
  const { say } = usePage();
  const [{ least, of }, setAsked] = useState({ least: 1, of: "" });
  const kinds = new Map<string, number>();
  const cards = new Map<string, [string, number]>();
  for (const { id, name, kind, count } of entries) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    cards.set(id, [name, (cards.get(id)?.[1] ?? 0) + count]);
  }
  const put = (least: number, of: string) => {
    setAsked({ least, of });
    const name = of.startsWith("id=") ? cards.get(JSON.parse(of.slice(3)))?.[0] : of && (JSON.parse(of.slice(5)) as string);
    if (of !== "") press(`count(${of}) >= ${least}`, `${say("atLeast")} ${least} ${say("ofThese")} ${name}`);
  };
  const option = (filter: string, name: string, copies: number) => (
    <option key={filter} value={filter}>
      {name} ({sayCount(say, copies, "card")})
    </option>
  );
  return (
    <p class="ask tools" id="at-least">
      <label>
        {say("atLeast")}{" "}
        <input type="number" min={1} max={60} value={least} onInput={(event) => put(Math.max(1, Math.trunc(event.currentTarget.valueAsNumber) || 1), of)} />
      </label>
      <label>
        {say("ofThese")}{" "}
        <select value={of} onChange={(event) => put(least, event.currentTarget.value)}>
          <option value="">{say("choose")}</option>
          <optgroup label={say("kindsOfCards")}>{[...kinds].map(([kind, copies]) => option(`kind:${JSON.stringify(kind)}`, kind, copies))}</optgroup>
          <optgroup label={say("cardsOfDeck")}>{[...cards].map(([id, [name, copies]]) => option(`id=${JSON.stringify(id)}`, name, copies))}</optgroup>
        </select>
      </label>
      <output class="chance" aria-label={say("opening")}>
        {of !== "" && shown}
      </output>
      {of !== "" && shown && <span class="soft">{say("opening")}</span>}
    </p>
  );
}

export function Look({ ask, seat, file, aside, setAside, entries, others }: Props & { entries: Entry[]; others: File[] }) {
  const { lang, say } = usePage();
  const [asked, setAsked] = useState({ conditions: [] as string[], turns: USUAL_TURNS });
  const answer = useAnswer("portray", { ...ask, ...seat, ...asked, set_aside: ids(aside) }, [file]);
  const looked = answer?.ok;
  const field = useRef<HTMLTextAreaElement>(null);
  const most = Math.max(0, ...(looked?.chances.map((one) => one.turns.length) ?? []));
  // Skip turns without a draw: their odds are those of the turn before.
  const columns = Array.from({ length: most }, (_, turn) => turn).filter(
    (turn) => turn === 0 || looked?.chances.some(({ turns }) => JSON.stringify(turns[turn]) !== JSON.stringify(turns[turn - 1])),
  );
  /** Replaces a filter in a condition and asks again. */
  const replace = (condition: string, from: string, to: string) => {
    const conditions = asked.conditions.map((one) => (one === condition ? one.replace(from, to) : one));
    if (field.current) field.current.value = conditions.join("\n");
    setAsked({ ...asked, conditions });
  };
  const [pressed, setPressed] = useState(["", ""]);
  const press = (condition: string, words: string) => {
    setPressed([condition, words]);
    if (field.current) field.current.value = condition;
    setAsked({ ...asked, conditions: [condition] });
  };
  const first = looked?.chances.find((one) => one.text === pressed[0])?.turns[0]?.between;
  return (
    <>
      <AtLeast entries={entries} shown={first ? percent(first, lang) : undefined} press={press} />
      <details id="write" open={answer?.refused !== undefined || undefined}>
      <summary>{say("writeIt")}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const conditions = String(form.get("conditions")).split(/\r?\n/).filter((line) => line.trim() !== "");
          setAsked({ conditions, turns: Number(form.get("turns")) });
        }}
      >
        <label for="conditions">{say("conditions")}</label>
        <textarea ref={field} id="conditions" name="conditions" rows={3} spellcheck={false} aria-describedby="conditions-help" />
        <p id="conditions-help" class="soft">
          {say("conditionsHelp")}
        </p>
        <p class="tools">
          <label hidden={looked !== undefined && most <= 1 && asked.turns > 0}>
            {say("turns")}{" "}
            <input id="turns" name="turns" type="number" required min={0} max={20} defaultValue={USUAL_TURNS} />
          </label>
          <button type="submit" id="calculate">
            {say("calculate")}
          </button>
        </p>
      </form>
      </details>
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
                      {sayTurn(say, turn)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {looked.chances.map((one) => (
                  <tr key={one.text}>
                    <th scope="row" class={one.name === null ? "" : "sentence"}>
                      {one.text === pressed[0] ? pressed[1] : (one.name ?? one.text)}
                      {one.counted.map((of) => (
                        <Counted key={of.filter} of={of} take={(filter) => replace(one.text, of.filter, filter)} />
                      ))}
                    </th>
                    {columns.flatMap((at) => one.turns[at] ?? []).map((turn, at) => (
                      <td key={at} title={turn.fraction ?? turn.refused?.message ?? ""}>
                        {turn.between ? percent(turn.between, lang) : turn.refused?.message}
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
                    {sayCount(say, cards, "card") + say("colon")}
                    {condition === null ? say("allHands") : <code>{condition}</code>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      )}
      <Compare ask={ask} file={file} others={others} />
      {looked && <Paper html={looked.html} title={say("report")} name={stem(file.path)} />}
    </>
  );
}

type Filtered = Looked["chances"][number]["counted"][number];

/** The cards that a filter in a condition counts; they explain a chance of zero. */
function Counted({ of, take }: { of: Filtered; take: (filter: string) => void }) {
  const { say } = usePage();
  const { filter, copies, cards, meant } = of;
  const named = cards.map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(", ");
  const rest = copies > cards.reduce((sum, one) => sum + one[1], 0) ? ", …" : "";
  return (
    <span class="counted soft">
      <code>{filter}</code>
      {say("colon") + sayCount(say, copies, "card")}
      {named !== "" && ` (${named}${rest})`}
      {meant && (
        <>
          {". "}
          {say("didYouMean")}{" "}
          <button type="button" class="place" onClick={() => take(meant[0])}>
            {meant[0]}
          </button>{" "}
          ({sayCount(say, meant[1], "card")})?
        </>
      )}
    </span>
  );
}

/** The height of a frame around its page, in pixels: a margin of 1rem and a border. */
const FRAME_HEIGHT = 34;

/** `name` is the name of its file. */
interface PaperProps { html: string; title: string; name: string; children?: ComponentChildren }

/** A printable page in a frame as high as its content, so that nothing scrolls inside. The frame
 * runs no scripts and loads nothing. For printing, a copy replaces the frame, because browsers
 * cut frames at page breaks. */
export function Paper({ html, title, name, children }: PaperProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const printed = useRef<HTMLDivElement>(null);
  const inside = () => frame.current?.contentDocument?.documentElement;
  const fit = () => {
    if (frame.current) frame.current.style.height = `${(inside()?.scrollHeight ?? 0) + FRAME_HEIGHT}px`;
  };
  const unfold = () => {
    const [from, to] = [inside(), printed.current];
    if (!from || !to) return;
    const shadow = to.shadowRoot ?? to.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    // In a shadow tree, `:root` matches nothing.
    style.replaceSync((from.querySelector("style")?.textContent ?? "").replaceAll(":root", "html"));
    shadow.adoptedStyleSheets = [style];
    const copy = document.importNode(from, true);
    copy.querySelector("style")?.remove();
    shadow.replaceChildren(copy);
  };
  useEvents({ resize: fit, beforeprint: unfold, afterprint: () => printed.current?.shadowRoot?.replaceChildren() });
  return (
    <div class="paper">
      <h3>{title}</h3>
      <p class="tools">
        <Press class="print" word="print" act={() => frame.current?.contentWindow?.print()} />
        <Press word="save" act={() => save(`${name}.html`, html, "text/html")} />
        {children}
      </p>
      <iframe class="framed" title={title} sandbox="allow-same-origin allow-modals" srcdoc={html} onLoad={fit} ref={frame} />
      <div class="printed" ref={printed} />
    </div>
  );
}

/** The differences between this deck and another one. */
function Compare({ ask, file, others }: Pick<Props, "ask" | "file"> & { others: File[] }) {
  const { say } = usePage();
  const [other, setOther] = useState<File>();
  const found = useAnswer("compare", ask, other && [file, other]);
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
                {zone.name} <span class="soft">({zone.cards.join(" → ")})</span>
              </h4>
              <Moves rows={zone.rows} />
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
  const answer = useAnswer("sheets", { ...ask, ...heading }, [file]);
  const html = answer?.ok?.html;
  return (
    <>
      <p class="tools">
        {(["event", "player"] as const).map((of) => (
          <label key={of}>
            {say(of)} <input id={of} value={heading[of]} onInput={(event) => setHeading({ ...heading, [of]: event.currentTarget.value })} />
          </label>
        ))}
      </p>
      {answer?.refused && <Refusal refused={answer.refused} />}
      {html !== undefined && <Paper html={html} title={say("sheet")} name={stem(file.path)} />}
    </>
  );
}
