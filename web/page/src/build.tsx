// Building a deck: a filter over the cards, and what lies in the deck with counts that go up and down.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Answer, Ask, Found, Named, Refused, Zone } from "./calls";
import type { Engine } from "./engine";
import type { Say } from "./words";

/** So many cards of a filter are shown. */
export const SHOWN_CARDS = 50;

interface FilterProps {
  engine: Engine;
  ask: Ask;
  say: Say;
  found: (answer: Answer<Found>, text: string) => void;
}

/** The text that was asked, with the place of its mistake. */
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

function Filter({ engine, ask, say, found }: FilterProps) {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<Refused>();
  const [offers, setOffers] = useState<string[]>([]);
  const [chosen, setChosen] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const context = JSON.stringify(ask);
  useLayoutEffect(() => {
    let isOld = false;
    void engine.call<Found>("search", { ...ask, text, limit: SHOWN_CARDS }, [], "search").then((answer) => {
      if (isOld) return;
      setRefused(answer.refused);
      found(answer, text);
    });
    return () => {
      isOld = true;
    };
  }, [text, context]);
  const offer = async (whole: string, caret: number) => {
    const before = whole.slice(0, caret);
    if (before.trim() === "" || before.endsWith(" ")) return setOffers([]);
    const answer = await engine.call<string[]>("complete", { ...ask, text: before }, [], "complete");
    setOffers((answer.ok ?? []).filter((one) => one !== before).slice(0, 12));
    setChosen(-1);
  };
  const take = (at: number) => {
    const input = field.current;
    const whole = offers[at];
    if (!input || whole === undefined) return;
    const next = whole + input.value.slice(input.selectionStart ?? input.value.length);
    setText(next);
    setOffers([]);
    input.focus();
    requestAnimationFrame(() => {
      input.setSelectionRange(whole.length, whole.length);
      if (/[:(]$/.test(whole)) void offer(next, whole.length);
    });
  };
  const keys = (event: KeyboardEvent) => {
    if (offers.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen((chosen + step + offers.length + 1) % (offers.length + 1));
    } else if (event.key === "Enter" && chosen >= 0 && chosen < offers.length) {
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
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls="offers"
        aria-activedescendant={isOpen && chosen >= 0 && chosen < offers.length ? `offer-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-describedby="filter-help"
        aria-invalid={refused?.span ? "true" : undefined}
        aria-errormessage={refused?.span ? "filter-error" : undefined}
        value={text}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget;
          setText(value);
          // What the filter finds is asked for first.
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
  say: Say;
  change: (card: string, by: number, zone?: string, state?: string) => void;
}

function Contents({ zones, say, change }: ContentsProps) {
  return (
    <section aria-labelledby="contents">
      <h3 id="contents">{say("contents")}</h3>
      {zones.map((zone) => (
        <div key={zone.id} class="zone">
          <h4>
            {zone.name} <span class="soft">({zone.cards})</span>
          </h4>
          {zone.entries.length === 0 && <p class="soft">{say("empty")}</p>}
          <ul>
            {zone.entries.map((card) => (
              <li key={`${card.id} ${card.state ?? ""}`}>
                <button
                  type="button"
                  aria-label={card.name + say("colon") + say("fewer")}
                  onClick={() => change(card.id, -1, zone.id, card.state)}
                >
                  −
                </button>
                <span class="count">{card.count}</span>
                <button
                  type="button"
                  aria-label={card.name + say("colon") + say("more")}
                  onClick={() => change(card.id, 1, zone.id, card.state)}
                >
                  +
                </button>
                <span>{card.name}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface Props {
  engine: Engine;
  ask: Ask;
  zones: Zone[];
  /** The zones of the format. */
  places: Named[];
  say: Say;
  change: (card: string, by: number, zone?: string) => void;
}

export function Build({ engine, ask, zones, places, say, change }: Props) {
  const [result, setResult] = useState<Found>();
  const [zone, setZone] = useState("");
  const into = places.some((one) => one.id === zone) ? zone : "";
  if (!ask.game) return <p>{say("chooseGame")}</p>;
  return (
    <>
      <Filter engine={engine} ask={ask} say={say} found={(answer) => answer.ok && setResult(answer.ok)} />
      {places.length > 0 && (
        <p>
          <label>
            {say("addTo")}{" "}
            <select value={into} onChange={(event) => setZone(event.currentTarget.value)}>
              <option value="">{say("usualZone")}</option>
              {places.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      {result && (
        <>
          <p id="found" role="status" data-total={result.total}>
            {result.total} {say("matching")}
            {result.perhaps > 0 && `, ${result.perhaps} ${say("perhaps")}`}
            {result.cards.length < result.total + result.perhaps && ` (${result.cards.length} ${say("shown")})`}
            {result.words !== "" && <span class="soft"> · {result.words}</span>}
          </p>
          <div class="wide cards" tabIndex={0} role="region" aria-label={say("filter")}>
            <table id="cards">
              <thead>
                <tr>
                  <th scope="col">
                    <span class="hidden">{say("add")}</span>
                  </th>
                  <th scope="col">{say("name")}</th>
                  <th scope="col">{say("kind")}</th>
                  {result.columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {result.cards.map((card) => (
                  <tr key={card.id} class={card.sure ? "" : "perhaps"}>
                    <td>
                      <button
                        type="button"
                        aria-label={`${say("add")} ${card.name}`}
                        onClick={() => change(card.id, 1, into === "" ? undefined : into)}
                      >
                        +
                      </button>
                    </td>
                    <th scope="row">{card.name}</th>
                    <td>{card.kind}</td>
                    {card.cells.map((cell, at) => (
                      <td key={at}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <Contents zones={zones} say={say} change={change} />
    </>
  );
}
