// The deck as a link, which can be copied or shown as a QR code.
import { useState } from "preact/hooks";
import { Press } from "./controls";
import { packed } from "./share";
import type { Chosen, Deck, State, Store } from "./store";
import { qr } from "./qr";
import { usePage } from "./hand";

export const sharedOf = (deck: Deck, chosen: Chosen) => ({ ...chosen, text: deck.text, name: deck.path });

export function Share({ store }: { store: Store }) {
  const { say, tell } = usePage();
  /** The QR code, and the state it was drawn for. `code` is undefined if the link is too long. */
  const [drawn, setDrawn] = useState<{ of: State; code: ReturnType<typeof qr> }>();
  const isDrawn = drawn?.of === store.state;
  const where = location.protocol === "file:" ? ` ${say("linkOfFile")}` : "";
  const link = async () => {
    const fragment = await packed(sharedOf(store.deck, store.state.chosen));
    return fragment && location.href.replace(/#.*|$/, fragment);
  };
  const copy = async () => {
    const href = await link();
    if (!href) return tell(say("linkTooLong"));
    // The address may be a moment old; set it to this link.
    history.replaceState(null, "", href);
    const copied = await navigator.clipboard?.writeText(href).then(() => true, () => false);
    tell(say(copied ? "linkCopied" : "linkInAddress") + where);
  };
  const draw = async () => {
    if (isDrawn) return setDrawn(undefined);
    const href = await link();
    setDrawn({ of: store.state, code: href ? qr(href) : undefined });
  };
  const edge = (drawn?.code?.size ?? 0) + 8;
  return (
    <>
      <Press id="link" word="copyLink" act={copy} />
      <Press id="qr" aria-expanded={isDrawn} word="qrCode" act={draw} />
      {isDrawn && !drawn.code && <p role="status">{say("qrTooLong")}</p>}
      {isDrawn && drawn.code && (
        <figure class="qr">
          <svg viewBox={`-4 -4 ${edge} ${edge}`} role="img" aria-label={say("qrCode")} shape-rendering="crispEdges">
            <path d={`M-4-4h${edge}v${edge}h-${edge}z`} fill="#fff" />
            <path d={drawn.code.path} fill="#000" />
          </svg>
          <figcaption class="soft">{where || say("qrHelp")}</figcaption>
        </figure>
      )}
    </>
  );
}
