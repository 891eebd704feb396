// A card as a thing: its faces with their values and effects, its sets and rules, and how often a hand holds it.
import { useEffect, useRef } from "preact/hooks";
import type { Ask, CardShown, Fact, File, Named } from "./calls";
import { useAnswer, usePage } from "./hand";
import { Refusal } from "./verdict";
import { percent } from "./words";

interface CardProps {
  ask: Ask;
  file: File | undefined;
  card: string;
  change: (card: Named, by: number) => void;
  close: () => void;
}

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

export function Card({ ask, file, card, change, close }: CardProps) {
  const { lang, say } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useAnswer<CardShown>("card", { ...ask, card }, file ? [file] : []);
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
                {face.effects !== "" && <p class="effects"><span class="soft">{say("effects") + say("colon")}</span>{face.effects}</p>}
              </div>
            ))}
            <Facts facts={shown.facts} />
            {shown.odds.length > 0 && (
              <>
                <h3>{say("oddsOfOne")}</h3>
                <ol class="odds">
                  {shown.odds.map(({ turn, between: [from, to] }) => (
                    <li key={turn}>
                      <span class="soft">{turn === 0 ? say("opening") : `${say("turn")} ${turn}`}</span>
                      <b>{from === to ? percent(from, lang) : `${percent(from, lang)} – ${percent(to, lang)}`}</b>
                    </li>
                  ))}
                </ol>
              </>
            )}
            <p class="tools">
              <button type="button" id="card-fewer" aria-label={shown.name + say("colon") + say("fewer")} aria-disabled={shown.count === 0} onClick={() => shown.count > 0 && change(shown, -1)}>
                −
              </button>
              <span>
                {shown.count} {say("inDeck")}
              </span>
              <button type="button" id="card-more" aria-label={shown.name + say("colon") + say("more")} onClick={() => change(shown, 1)}>
                +
              </button>
            </p>
          </>
        )}
      </div>
    </dialog>
  );
}
