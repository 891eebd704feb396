// One card: its faces with their values and effects, its sets and rules, and the odds of drawing
// it.
import { useEffect, useRef } from "preact/hooks";
import type { DeckAsk, Fact, File } from "./calls";
import { Step } from "./controls";
import { useAnswer, usePage } from "./hand";
import { Refusal } from "./verdict";
import { percent, sayTurn } from "./words";

interface CardProps { ask: DeckAsk; file: File | undefined; card: string; close: () => void }

function Facts({ facts }: { facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== "?");
  if (known.length === 0) return null;
  return (
    <dl>
      {known.map(([label, value], at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Card({ ask, file, card, close }: CardProps) {
  const { lang, say, change } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useAnswer("card", { ...ask, card }, file ? [file] : []);
  useEffect(() => dialog.current?.showModal(), []);
  const shown = answer?.ok;
  return (
    <dialog
      ref={dialog}
      class="card"
      aria-labelledby="card-name"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div class="inner">
        <div class="card-head">
          <h2 id="card-name">
            {shown?.name ?? "…"} <span class="soft">{shown?.kind}</span>
          </h2>
          <button type="button" aria-label={say("close")} onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        {answer?.refused && <Refusal refused={answer.refused} />}
        {shown && (
          <>
            {shown.forbidden !== null && <p class="forbidden-why">{shown.forbidden}</p>}
            {shown.faces.map((face, at) => (
              <div key={at} class="face">
                {face.name !== "" && <h3>{face.name}</h3>}
                <Facts facts={face.facts} />
                {face.effects !== "" && (
                  <p class="effects">
                    <span class="soft">{say("effects") + say("colon")}</span>
                    {face.effects}
                  </p>
                )}
              </div>
            ))}
            <Facts facts={shown.facts} />
            {shown.odds.length > 0 && (
              <>
                <h3>{say("oddsOfOne")}</h3>
                <ol class="odds">
                  {shown.odds.map(({ turn, between }) => (
                    <li key={turn}>
                      <span class="soft">{sayTurn(say, turn)}</span>
                      <b>{percent(between, lang)}</b>
                    </li>
                  ))}
                </ol>
              </>
            )}
            <p class="tools">
              <Step
                name={shown.name}
                count={shown.count}
                fewer={shown.count > 0 ? () => change(shown, -1) : undefined}
                more={() => change(shown, 1)}
              />
              {say("inDeck")}
            </p>
          </>
        )}
      </div>
    </dialog>
  );
}
