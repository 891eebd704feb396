// The deck as a link: copied, or as a QR code for a telephone beside.
import { useEffect, useState } from "preact/hooks";
import { Press } from "./controls";
import { packed } from "./share";
import { type Chosen, type Deck, type Store, useStore } from "./store";
import { qr } from "./qr";
import { usePage } from "./hand";

export const sharedOf = (deck: Deck, chosen: Chosen) => ({ ...chosen, text: deck.text, name: deck.path });

interface ShareProps { store: Store; tell: (said: string) => void }

export function Share({ store, tell }: ShareProps) {
  const { say } = usePage();
  const { decks, active, chosen } = useStore(store);
  const [drawn, setDrawn] = useState<{ path: string; size: number } | "tooLong">();
  const deck = decks[active];
  const key = deck && JSON.stringify(sharedOf(deck, chosen));
  useEffect(() => setDrawn(undefined), [key]);
  if (!deck) return null;
  const link = async () => {
    const fragment = await packed(sharedOf(deck, chosen));
    return fragment && location.href.replace(/#.*|$/, fragment);
  };
  const copy = async () => {
    const href = await link();
    if (!href) return tell(say("linkTooLong"));
    // The address may be behind by a moment: it is the link from here on.
    history.replaceState(null, "", href);
    const where = location.protocol === "file:" ? ` ${say("linkOfFile")}` : "";
    try {
      await navigator.clipboard.writeText(href);
      tell(say("linkCopied") + where);
    } catch {
      tell(say("linkInAddress") + where);
    }
  };
  const draw = async () => {
    if (drawn) return setDrawn(undefined);
    const href = await link();
    setDrawn((href && qr(href)) || "tooLong");
  };
  return (
    <>
      <Press id="link" word="copyLink" act={copy} />
      <Press id="qr" aria-expanded={drawn !== undefined} word="qrCode" act={draw} />
      {drawn === "tooLong" && <p role="status">{say("qrTooLong")}</p>}
      {drawn && drawn !== "tooLong" && (
        <figure class="qr">
          <svg viewBox={`-4 -4 ${drawn.size + 8} ${drawn.size + 8}`} role="img" aria-label={say("qrCode")} shape-rendering="crispEdges">
            <path d={`M-4-4h${drawn.size + 8}v${drawn.size + 8}h-${drawn.size + 8}z`} fill="#fff" />
            <path d={drawn.path} fill="#000" />
          </svg>
          <figcaption class="soft">{say(location.protocol === "file:" ? "linkOfFile" : "qrHelp")}</figcaption>
        </figure>
      )}
    </>
  );
}
