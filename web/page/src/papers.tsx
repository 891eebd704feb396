// A hand of the deck, its odds and its report, and its registration sheet.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer, Ask, Choice, Compared, File, Hand, Looked, Named, Sheets } from "./calls";
import type { Engine } from "./engine";
import { MAX_DECK_BYTES, ofInput, read, save, stem } from "./files";
import { Refusal } from "./verdict";
import { type Lang, percent, type Say } from "./words";

interface Props {
  engine: Engine;
  ask: Ask;
  file: File;
  lang: Lang;
  say: Say;
  /** Cards that are set out before the draw. */
  aside: Named[];
  setAside: (cards: Named[]) => void;
}

/** Answers of the engine for as long as what was asked stays the same. */
function useAnswer<T>(engine: Engine, name: "deal" | "portray" | "sheets", ask: Ask, file: File) {
  const [answer, setAnswer] = useState<Answer<T>>();
  useEffect(() => {
    let isOld = false;
    void engine.call<T>(name, ask, [file], name).then((found) => {
      if (!isOld) setAnswer(found);
    });
    return () => {
      isOld = true;
    };
  }, [JSON.stringify(ask), file]);
  return answer;
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
function SetOut({ choices, aside, setAside, say }: Pick<Props, "aside" | "setAside" | "say"> & { choices: Choice[] }) {
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
        <label key={`${at}${choice.by ?? ""}`}>
          {choice.by === null ? say("startsWith") : `${choice.by} ${say("setsOut")}`}{" "}
          <select
            value=""
            onChange={(event) => {
              const card = choice.cards.find((one) => one.id === event.currentTarget.value);
              if (card) setAside([...aside, card]);
            }}
          >
            <option value="">{say("notSaid")}</option>
            {choice.cards.map((card) => (
              <option key={card.id} value={card.id}>
                {card.name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}

const ids = (cards: Named[]) => cards.map((card) => card.id);

const someSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

export function Draw({ engine, ask, file, say, aside, setAside, look, kinds }: Props & { look: Looker; kinds: Map<string, string> }) {
  const [deal, setDeal] = useState({ seed: someSeed(), exchanges: 0, turns: 0 });
  const answer = useAnswer<Hand>(engine, "deal", { ...ask, ...deal, aside: ids(aside) }, file);
  const hand = answer?.ok;
  const last = hand?.turns[hand.turns.length - 1] ?? [];
  const before = hand && hand.turns.length > 1 ? (hand.turns[hand.turns.length - 2]?.length ?? 0) : undefined;
  return (
    <>
      <p class="tools">
        <button type="button" id="new-hand" onClick={() => setDeal({ seed: someSeed(), exchanges: 0, turns: 0 })}>
          {say("newHand")}
        </button>
        {hand?.may_exchange && deal.turns === 0 && (
          <button type="button" id="mulligan" onClick={() => setDeal({ ...deal, exchanges: deal.exchanges + 1 })}>
            {say("mulligan")}
          </button>
        )}
        {hand && hand.next_turn !== null && (
          <button type="button" id="next-turn" onClick={() => setDeal({ ...deal, turns: hand.next_turn ?? deal.turns })}>
            {say("nextTurn")}
          </button>
        )}
      </p>
      <SetOut choices={hand?.choices ?? []} aside={aside} setAside={setAside} say={say} />
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
          {hand.row.length > 0 && (
            <>
              <h4>{say("row")}</h4>
              <Cards look={look} kinds={kinds} cards={hand.row} />
            </>
          )}
          {hand.beside.map(([name, cards]) => (
            <div key={name}>
              <h4>{name}</h4>
              <Cards look={look} kinds={kinds} cards={cards} />
            </div>
          ))}
          {hand.partners.map((cards, at) => (
            <div key={at}>
              <h4>{say("partner")}</h4>
              <Cards look={look} kinds={kinds} cards={cards} />
            </div>
          ))}
          {hand.exchanged.map((cards, at) => (
            <div key={at} class="soft">
              <h4>{say("exchanged")}</h4>
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

export function Look({ engine, ask, file, lang, say, aside, setAside, others }: Props & { others: File[] }) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState({ conditions: [] as string[], turns: 6 });
  const [turns, setTurns] = useState(6);
  const answer = useAnswer<Looked>(engine, "portray", { ...ask, ...asked, aside: ids(aside) }, file);
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
      <SetOut choices={looked?.choices ?? []} aside={aside} setAside={setAside} say={say} />
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
      <Compare engine={engine} ask={ask} file={file} say={say} others={others} />
      {looked && (
        <>
          <Framed html={looked.html} title={say("report")} />
          <p>
            <button type="button" onClick={() => save(`${stem(file.path)}.html`, looked.html, "text/html")}>
              {say("saveReport")}
            </button>
          </p>
        </>
      )}
    </>
  );
}

/** A page of the program in a frame as high as the page, so that nothing scrolls within: it runs nothing and may load nothing. */
export function Framed({ html, title, frame }: { html: string; title: string; frame?: (element: HTMLIFrameElement | null) => void }) {
  const fit = (element: HTMLIFrameElement) => {
    const inside = element.contentDocument?.documentElement;
    if (inside) element.style.height = `${inside.scrollHeight + 2}px`;
  };
  const own = useRef<HTMLIFrameElement | null>(null);
  useEffect(() => {
    const again = () => own.current && fit(own.current);
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, []);
  return (
    <iframe
      class="framed"
      title={title}
      sandbox="allow-same-origin allow-modals"
      srcdoc={html}
      onLoad={(event) => fit(event.currentTarget)}
      ref={(element) => {
        own.current = element;
        frame?.(element);
      }}
    />
  );
}

/** What parts this deck from another. */
function Compare({ engine, ask, file, say, others }: Pick<Props, "engine" | "ask" | "file" | "say"> & { others: File[] }) {
  const [other, setOther] = useState<File>();
  const [found, setFound] = useState<Answer<Compared>>();
  useEffect(() => {
    setFound(undefined);
    if (!other) return;
    let isOld = false;
    void engine.call<Compared>("compare", ask, [file, other], "compare").then((answer) => !isOld && setFound(answer));
    return () => {
      isOld = true;
    };
  }, [other, file, JSON.stringify(ask)]);
  const change = ([before, after]: [number, number]) => `${before} → ${after}`;
  return (
    <section id="compare" aria-labelledby="compare-title">
      <h3 id="compare-title">{say("compare")}</h3>
      <p class="tools">
        {others.length > 0 && (
          <label>
            {say("compareWith")}{" "}
            <select id="compare-with" value="" onChange={(event) => setOther(others[Number(event.currentTarget.value)])}>
              <option value="">{say("chooseDeck")}</option>
              {others.map((one, at) => (
                <option key={at} value={at}>
                  {one.path}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="button">
          {say("openOther")}
          <input
            id="compare-open"
            type="file"
            onChange={async (event) => setOther((await read(ofInput(event.currentTarget), MAX_DECK_BYTES))[0])}
          />
        </label>
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

export function Print({ engine, ask, file, say }: Pick<Props, "engine" | "ask" | "file" | "say">) {
  const [heading, setHeading] = useState({ event: "", player: "" });
  const frame = useRef<HTMLIFrameElement | null>(null);
  const answer = useAnswer<Sheets>(engine, "sheets", { ...ask, ...heading }, file);
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
      {html !== undefined && (
        <div class="paper">
          <p class="tools">
            <button type="button" id="print-sheet" onClick={() => frame.current?.contentWindow?.print()}>
              {say("print")}
            </button>
            <button type="button" onClick={() => save(`${stem(file.path)}.html`, html, "text/html")}>
              {say("saveSheet")}
            </button>
          </p>
          <Framed
            html={html}
            title={say("sheet")}
            frame={(element) => {
              frame.current = element;
            }}
          />
        </div>
      )}
    </>
  );
}
