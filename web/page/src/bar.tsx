// The bar that stays visible while you scroll: the verdict, undo and redo, and the tabs.
import { useEffect } from "preact/hooks";
import type { DeckDocument, Words } from "./calls";
import { sayCount } from "./words";
import { usePage } from "./hand";
import { type Deck, isEmpty } from "./store";

export const VIEWS = ["check", "build", "draw", "look", "print", "data"] as const;
export type View = (typeof VIEWS)[number];

/** Returns what the page has to ask, because neither the deck nor the reader chose it. */
export function question(deck: DeckDocument | undefined): "whichGame" | "whichFormat" | undefined {
  if (!deck || deck.verdict !== "unusable" || !deck.errors.some((one) => one.candidates.length > 0)) return undefined;
  return deck.game === null ? "whichGame" : deck.format === null ? "whichFormat" : undefined;
}

interface BarProps {
  deck: Deck;
  document: DeckDocument | undefined;
  words: Words | undefined;
  revision: number;
  view: View;
  open: (view: View) => void;
  undo: (isBack: boolean) => void;
}

export function Bar({ deck, document: judged, words, revision, view, open, undo }: BarProps) {
  const { say } = usePage();
  const asked = question(judged);
  const faults = words?.told.filter((one) => one.severity !== "note").length ?? 0;
  const keys = (event: KeyboardEvent) => {
    const at = VIEWS.indexOf(view);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = VIEWS.at(to % VIEWS.length) ?? "check";
    open(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  // If the tabs are wider than the screen, scroll to the selected one.
  useEffect(() => {
    const tab = document.getElementById(`tab-${view}`);
    const row = tab?.parentElement;
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [view, say]);
  return (
    <nav class="bar" aria-label={say("views")}>
      {judged && words && !isEmpty(deck) ? (
        <p id="verdict" role="status" data-revision={revision} data-verdict={asked ? "asked" : judged.verdict} onClick={() => open("check")}>
          <span class={`verdict ${asked ? "" : judged.verdict}`}>{asked ? say(asked) : words.verdict}</span>
          {words.format !== null && <span class="soft"> {words.format}</span>}
          {judged.provisional && <span class="soft"> · {say("provisionally")}</span>}
          {faults > 0 && !asked && <span class="soft"> · {sayCount(say, faults, "problem")}</span>}
        </p>
      ) : (
        <p id="verdict" role="status" class="soft">
          {isEmpty(deck) && say("noDeck")}
        </p>
      )}
      <span class="undo">
        <button type="button" id="undo" aria-label={say("undo")} title={say("undo")} disabled={deck.back.length === 0} onClick={() => undo(true)}>
          ↶
        </button>
        <button type="button" id="redo" aria-label={say("redo")} title={say("redo")} disabled={deck.forth.length === 0} onClick={() => undo(false)}>
          ↷
        </button>
      </span>
      <div role="tablist" aria-label={say("views")} onKeyDown={keys}>
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === view}
            aria-controls="view"
            tabIndex={one === view ? 0 : -1}
            onClick={() => open(one)}
          >
            {say(one)}
          </button>
        ))}
      </div>
    </nav>
  );
}
