// Building a deck: a card search, and the deck's cards with buttons that change their counts.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { More, Opener, Press, Select, Sign, Skip, Step } from "./controls";
import type { Curve, DeckAsk, Entry, File, Found, Look, Named, Refused, Zone } from "./calls";
import { useAnswer, usePage } from "./hand";
import type { Picked } from "./files";
import { Refusal } from "./verdict";
import { sayCount } from "./words";

/** The number of cards shown at first. */
export const SHOWN_CARDS = 30;
/** The number of suggestions shown at first. */
const SHOWN_SUGGESTIONS = 10;
const NO_FILES: File[] = [];
/** The number of cards that "Show more" adds. */
const MORE_CARDS = 100;

interface FilterProps {
  ask: DeckAsk;
  text: string;
  setText: (text: string) => void;
  /** Adds the first card that the text finds. */
  enter: (text: string) => void;
  refused: Refused | undefined;
}

/** The filter with its mistake marked. */
function Mistake({ text, refused }: { text: string; refused: Refused }) {
  const [from, to] = refused.span ?? [text.length, text.length];
  return (
    <div class="refusal" id="filter-error" role="status">
      <code class="marked">
        {text.slice(0, from)}
        <mark>{text.slice(from, to) || " "}</mark>
        {text.slice(to)}
      </code>
      <p>{refused.message}</p>
      {refused.help !== "" && <p class="soft">{refused.help}</p>}
    </div>
  );
}

function Filter({ ask: { lang, game, format }, text, setText, enter, refused }: FilterProps) {
  const { engine, say } = usePage();
  const [offers, setOffers] = useState<string[]>([]);
  const [chosen, setChosen] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const offer = async (whole: string, caret: number) => {
    const before = whole.slice(0, caret);
    if (before.trim() === "" || before.endsWith(" ")) return setOffers([]);
    const answer = await engine.call("complete", { lang, game, format, text: before }, [], "complete");
    setOffers((answer.ok ?? []).filter((one) => one !== before).slice(0, 12));
    setChosen(-1);
  };
  const take = (at: number) => {
    const input = field.current;
    const whole = offers[at];
    if (!input || whole === undefined) return;
    const next = whole + input.value.slice(input.selectionStart ?? input.value.length);
    // Before the next key: otherwise it would overwrite the word that was just completed.
    input.focus();
    input.value = next;
    input.setSelectionRange(whole.length, whole.length);
    setText(next);
    setOffers([]);
    if (/[:(]$/.test(whole)) setTimeout(() => void offer(next, whole.length));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && offers[chosen] === undefined && !event.isComposing) {
      setOffers([]);
      // The next word replaces this one.
      field.current?.select();
      return enter(field.current?.value ?? "");
    }
    if (offers.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen((chosen + step + offers.length + 1) % (offers.length + 1));
    } else if (event.key === "Enter" && offers[chosen] !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape") {
      setOffers([]);
    }
  };
  const isOpen = offers.length > 0;
  return (
    <div class="filter">
      <label for="filter">{say("filter")}</label>
      <input
        id="filter"
        ref={field}
        type="text"
        enterkeyhint="search"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls="offers"
        aria-activedescendant={offers[chosen] !== undefined ? `offer-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-describedby={refused?.span ? "filter-help filter-error" : "filter-help"}
        aria-invalid={refused?.span ? "true" : undefined}
        aria-errormessage={refused?.span ? "filter-error" : undefined}
        value={text}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget;
          setText(value);
          // After the search itself, which matters more.
          setTimeout(() => void offer(value, selectionStart ?? value.length));
        }}
        onKeyDown={keys}
        onBlur={() => setTimeout(() => setOffers([]), 200)}
      />
      <ul id="offers" role="listbox" aria-label={say("filter")} hidden={!isOpen}>
        {offers.map((one, at) => (
          <li
            key={one}
            id={`offer-${at}`}
            role="option"
            aria-selected={at === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              take(at);
            }}
          >
            {one}
          </li>
        ))}
      </ul>
      <p id="filter-help" class="soft">
        {say("filterHelp")}
      </p>
      {refused && text.trim() !== "" && <Mistake text={text} refused={refused} />}
    </div>
  );
}

interface ContentsProps {
  zones: Zone[];
  curve: Curve | null;
  /** Whether the counts have buttons. */
  isBuilt?: boolean;
  /** The cards that a rule forbids. */
  wrong?: Set<string>;
}

/** Groups entries by kind and keeps the order of the kinds. */
function byKind(entries: Entry[]): [string, Entry[]][] {
  const kinds = new Map<string, Entry[]>();
  for (const entry of entries) kinds.set(entry.kinds, [...(kinds.get(entry.kinds) ?? []), entry]);
  return [...kinds];
}

const copies = (entries: Entry[]) => entries.reduce((sum, entry) => sum + entry.count, 0);

export function Contents({ zones, curve, isBuilt = false, wrong }: ContentsProps) {
  const { say, change, look } = usePage();
  /** Whether a screen without a mouse shows the buttons. */
  const [isEdited, setEdited] = useState(false);
  const section = useRef<HTMLElement>(null);
  /** The position of the row whose last copy was removed. */
  const left = useRef<number | undefined>(undefined);
  const buttons = () => [...(section.current?.querySelectorAll<HTMLElement>(".step button:first-child") ?? [])];
  useLayoutEffect(() => {
    // After a keyboard user removes the last copy, move the focus to the next row.
    if (left.current === undefined || document.activeElement !== document.body) return;
    const rows = buttons();
    (rows[Math.min(left.current, rows.length - 1)] ?? section.current?.querySelector("h3"))?.focus();
    left.current = undefined;
  }, [zones]);
  const fewer = (card: Entry, zone: Zone) => {
    left.current = card.count === 1 ? buttons().indexOf(document.activeElement as HTMLElement) : undefined;
    change(card, -1, zone.id, card.state);
  };
  const most = Math.max(1, ...(curve?.bars.map(([, count]) => count) ?? []));
  return (
    <section class={isEdited ? "list edited" : "list"} aria-labelledby="contents" ref={section}>
      <div class="tools list-head">
        <h3 id="contents" tabIndex={-1}>
          {say("contents")} <span class="soft">{sayCount(say, zones.reduce((sum, zone) => sum + zone.cards, 0), "card")}</span>
        </h3>
        {isBuilt && <Press class="edit" aria-pressed={isEdited} word={isEdited ? "done" : "edit"} act={() => setEdited(!isEdited)} />}
        {curve && curve.bars.length > 1 && (
          <figure class="curve" aria-label={curve.name}>
            <figcaption class="soft">{curve.name}</figcaption>
            {curve.bars.map(([value, count]) => (
              <span key={value} title={`${curve.name} ${value}${say("colon")}${count}`}>
                <b>{count || ""}</b>
                <i style={`height:${(2.5 * count) / most}rem`} />
                {value}
              </span>
            ))}
          </figure>
        )}
      </div>
      {zones.map((zone) => (zone.cards > 0 || isBuilt) && (
        <div key={zone.id} class="zone">
          <h4>
            {zone.name} <span class="soft">{zone.cards}</span>
          </h4>
          {zone.entries.length === 0 && isBuilt && <p class="soft">{say("empty")}</p>}
          <div class="kinds">
            {byKind(zone.entries).map(([kind, entries]) => (
              <div key={kind} class="kind">
                <h5>
                  {kind} <span class="soft">{copies(entries)}</span>
                </h5>
                <ul>
                  {entries.map((card) => (
                    <li key={`${card.id} ${card.state ?? ""}`} class={wrong?.has(card.id) ? "wrong" : ""}>
                      <span class="copies">{card.count}×</span>
                      <Sign of={card.look} />
                      <button type="button" class="name" title={card.name} onClick={() => look(card.id)}>
                        {card.name}
                      </button>
                      {isBuilt && (
                        <Step
                          name={card.name}
                          count={card.count}
                          fewer={() => fewer(card, zone)}
                          more={() => change(card, 1, zone.id, card.state)}
                        />
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** The copies of a card in one zone. */
interface Held { zone: string; count: number; state: string | undefined }

interface RowProps {
  card: Named & { look: Look };
  held: Held | undefined;
  /** The zone that gets added copies; undefined: the card's usual zone. */
  into: string | undefined;
  kind?: string;
  children: ComponentChildren;
}

/** A card that can be added to the deck. */
function Row({ card, held, into, kind = "", children }: RowProps) {
  const { change, look } = usePage();
  const fewer = held && (() => change(card, -1, held.zone, held.state));
  return (
    <li class={kind}>
      <Step name={card.name} count={held?.count ?? 0} fewer={fewer} more={() => change(card, 1, into)} />
      <button type="button" class="name" onClick={() => look(card.id)}>
        <Sign of={card.look} /> {card.name}
      </button>
      <span class="soft facts">{children}</span>
    </li>
  );
}

/** The delay, in milliseconds, before the suggestions follow a change of the deck. */
const SUGGESTED_AFTER = 300;

interface SuggestionsProps { ask: DeckAsk; file: File; held: Map<string, Held>; own: OwnDecks }

/** Cards that similar decks play, the most played first. */
function Suggestions({ ask, file, held, own }: SuggestionsProps) {
  const { say } = usePage();
  const [isOpen, setOpen] = useState(true);
  const [limit, setLimit] = useState(SHOWN_SUGGESTIONS);
  const files = useMemo(() => (own.isTaken ? [file, ...own.decks] : [file]), [own.isTaken, file, own.decks]);
  const answer = useAnswer("suggest", { ...ask, limit }, isOpen ? files : undefined, { rest: SUGGESTED_AFTER });
  const found = answer?.ok;
  const asked = (count: number) =>
    say("inDecks").replace("#1", String(count)).replace("#2", String(found?.decks));
  return (
    <details id="suggestions" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("suggestions")}</summary>
      <div class="tools">
        {own.decks.length > 0 && (
          <Select
            id="learn-from"
            label={say("learnFrom")}
            value={own.isTaken ? "own" : ""}
            first={say("decksOfGame")}
            of={[{ id: "own", name: `${say("decksOfMine")} (${own.decks.length})` }]}
            choose={(from) => own.take(from !== "")}
          />
        )}
        <Opener id="learn" word="openToLearn" open={own.learn} />
      </div>
      {answer?.refused && <Refusal refused={answer.refused} />}
      {found?.cards.length === 0 && <p class="soft">{say("noSuggestions")}</p>}
      {found && own.isTaken && found.is_shipped && <p class="soft">{say("noneOfMine")}</p>}
      <ul class="rows cards">
        {found?.cards
          .toSorted((a, b) => b.decks - a.decks)
          .map((card) => (
            <Row key={card.id} card={card} held={held.get(card.id)} into={card.zone}>
              {card.kind} · {card.copy > 1 && `×${card.copy} `}
              {asked(card.decks)}
            </Row>
          ))}
      </ul>
      {found?.cards.length === limit && <Press word="showMore" act={() => setLimit(limit + MORE_CARDS)} />}
    </details>
  );
}

interface Props {
  ask: DeckAsk;
  zones: Zone[];
  /** The format's zones. */
  places: Named[];
  /** The deck, if there is one. */
  file: File | undefined;
  own: OwnDecks;
}

/** The reader's own decks, and whether suggestions come from them. */
interface OwnDecks { decks: File[]; isTaken: boolean; take: (isTaken: boolean) => void; learn: (picked: Picked[]) => void }

const isNumber = (cell: string) => /^[\d.,–?*½+-]+$/.test(cell);

/** The shortest beginnings that tell some words apart: `Des`, `Dep`, `P`. */
function short(word: string, all: string[]): string {
  for (let length = 1; length < word.length; length++) {
    const start = word.slice(0, length);
    if (all.every((other) => other === word || !other.startsWith(start))) return start;
  }
  return word;
}

interface FactsProps { of: Found["cards"][number]; columns: string[]; labels: string[] }

const valued = ({ of, columns }: FactsProps) =>
  of.cells.map((cell, at): [string, string] => [columns[at] ?? "", cell]).filter(([, cell]) => cell !== "");

/** The columns that have a number for some of the cards. */
const numbered = (found: Found | undefined) =>
  found?.columns.filter((_, at) => found.cards.some((card) => isNumber(card.cells[at] ?? ""))) ?? [];

/** The numbers of a card. */
function Chips(props: FactsProps) {
  return valued(props).map(([label, cell]) => isNumber(cell) && (
    <span key={label} class="chip" title={`${label} ${cell}`}>
      <span class="hidden">{label} </span>
      <span aria-hidden="true">{short(label, props.labels)} </span>
      <b>{cell}</b>
    </span>
  ));
}

/** The values of a card in one line: its kind, its numbers, then words. */
function Facts(props: FactsProps) {
  const { kind, forbidden } = props.of;
  return (
    <>
      {kind}
      <Chips {...props} />
      {forbidden ? <em title={forbidden}>{forbidden}</em> : valued(props).flatMap(([, cell]) => (isNumber(cell) ? [] : [cell])).join(" · ")}
    </>
  );
}

/** Shows the numbers of a deck's card by its id. */
export function useChips({ on: _, from: __, ...ask }: DeckAsk, entries: Entry[]) {
  const text = [...new Set(entries.map(({ id }) => `id=${JSON.stringify(id)}`))].join(" or ");
  const found = useAnswer("search", { ...ask, text }, text === "" ? undefined : NO_FILES, { place: "chips" })?.ok;
  const labels = numbered(found);
  return (id: string) => {
    const of = found?.cards.find((card) => card.id === id);
    return found && of && <Chips of={of} columns={found.columns} labels={labels} />;
  };
}

export function Build({ ask, zones, places, file, own }: Props) {
  const { engine, say, change } = usePage();
  const [asked, setAsked] = useState({ text: "", limit: SHOWN_CARDS, forbidden: false });
  const curve = useAnswer("curves", ask, file && [file])?.ok?.[0] ?? null;
  const { on: _, ...cards } = ask;
  const answer = useAnswer("search", { ...cards, ...asked }, NO_FILES);
  // Keep showing the last results while the filter has a mistake.
  const last = useRef<Found>(undefined);
  const result = answer?.ok ?? last.current;
  last.current = result;
  const [zone, setZone] = useState("");
  const into = places.some((one) => one.id === zone) ? zone : undefined;
  const isFull = zones.some((one) => one.entries.length > 0);
  // Typing in the filter does not redraw the deck.
  const contents = useMemo(() => <Contents zones={zones} curve={curve} isBuilt />, [zones, curve]);
  const held = new Map<string, Held>();
  for (const { id: zone, entries } of zones) {
    for (const { id, count, state } of entries) held.set(id, { zone, count: count + (held.get(id)?.count ?? 0), state });
  }
  const enter = async (text: string) => {
    if (text.trim() === "") return;
    const { ok } = await engine.call("search", { ...cards, text, limit: 1, forbidden: false });
    const first = ok?.cards[0];
    if (first) change(first, 1, into);
  };
  const isIdle = asked.text.trim() === "";
  const similar = file && places.length > 0 && <Suggestions key="similar" ask={ask} file={file} held={held} own={own} />;
  const labels = numbered(result);
  return (
    <div class={isIdle && isFull ? "builder idle" : "builder"}>
      <div class="finder">
        <Filter
          ask={ask}
          text={asked.text}
          setText={(text) => setAsked({ text, limit: SHOWN_CARDS, forbidden: false })}
          enter={enter}
          refused={answer?.refused}
        />
        {isIdle && isFull && similar}
        {/* Always there, because screen readers announce changes of what is there. */}
        <section key="hits" class="hits">
          <div class="tools">
            <p id="found" role="status" data-total={result?.total}>
              {result && sayCount(say, result.total, "card")}
              {result && result.perhaps > 0 && `, ${result.perhaps} ${say("perhaps")}`}
              {result && result.words !== "" && <span class="soft"> · {result.words}</span>}
            </p>
            {places.length > 1 && (
              <Select label={say("addTo")} value={into ?? ""} first={say("usualZone")} of={places} choose={setZone} />
            )}
          </div>
          <Skip word="skipCards" to="contents" />
          <ul id="cards" class="rows cards">
            {result?.cards.map((card) => (
              <Row
                key={card.id}
                card={card}
                held={held.get(card.id)}
                into={into}
                kind={`${card.sure ? "" : "perhaps"} ${card.forbidden ? "forbidden" : ""}`}
              >
                <Facts of={card} columns={result.columns} labels={labels} />
              </Row>
            ))}
          </ul>
          {result && (
            <More
              id="more-cards"
              left={result.total + result.perhaps - result.cards.length}
              act={() => setAsked({ ...asked, limit: asked.limit + MORE_CARDS })}
            />
          )}
          {result && (result.hidden > 0 || asked.forbidden) && (
            <p id="hidden-cards" class="soft">
              {!asked.forbidden && `${sayCount(say, result.hidden, "card")} ${say("mayNotHold")} · `}
              <Press
                class="place"
                word={asked.forbidden ? "hideThem" : "showThem"}
                act={() => setAsked({ ...asked, limit: SHOWN_CARDS, forbidden: !asked.forbidden })}
              />
            </p>
          )}
        </section>
        {!(isIdle && isFull) && similar}
      </div>
      <div class="held">{contents}</div>
    </div>
  );
}
