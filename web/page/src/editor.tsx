// The deck's text with line numbers, which are marked where a line has a problem.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Told } from "./calls";
import { usePage } from "./hand";

/** The most lines with line numbers. */
export const MAX_NUMBERED_LINES = 3_000;

const GRAVE: Record<Told["severity"], number> = { error: 3, warning: 2, undetermined: 2, note: 1 };

/** The most severe finding of each line. */
function byLine(findings: Told[]): Map<number, Told["severity"]> {
  const lines = new Map<number, Told["severity"]>();
  for (const one of findings) {
    for (const line of one.lines.length > 0 ? one.lines : one.line === null ? [] : [one.line]) {
      const before = lines.get(line);
      if (!before || GRAVE[before] < GRAVE[one.severity]) lines.set(line, one.severity);
    }
  }
  return lines;
}

interface Props {
  text: string;
  /** Whether the text is still loading: anything typed now would be overwritten. */
  isAwaited: boolean;
  findings: Told[];
  /** A range to select (from, to), and a counter that changes with each request. */
  place: [number, number, number] | undefined;
  edit: (text: string) => void;
  undo: (back: boolean) => void;
}

export function Editor({ text, isAwaited, findings, place, edit, undo }: Props) {
  const { say } = usePage();
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const count = text.split("\n").length;
  const marked = byLine(findings);
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || !place) return;
    const [from, to] = place;
    field.focus();
    field.setSelectionRange(from, to);
    const line = field.value.slice(0, from).split("\n").length - 1;
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    field.scrollTop = Math.max(0, line * height - field.clientHeight / 2);
    field.scrollIntoView({ block: "center" });
  }, [place?.[2]]);
  const keys = (event: KeyboardEvent) => {
    const is = (key: string) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === key;
    if (!is("z") && !is("y")) return;
    event.preventDefault();
    undo(is("z") && !event.shiftKey);
  };
  return (
    <div class="editor">
      {count <= MAX_NUMBERED_LINES && (
        <pre class="numbers" ref={numbers} aria-hidden="true">
          {Array.from({ length: count }, (_, at) => (
            <span key={at} class={marked.get(at + 1) ?? ""}>
              {`${at + 1}\n`}
            </span>
          ))}
        </pre>
      )}
      <textarea
        id="deck"
        ref={area}
        value={text}
        readOnly={isAwaited}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        aria-label={say("deckField")}
        aria-describedby="verdict"
        placeholder={say("placeholder")}
        onInput={(event) => edit(event.currentTarget.value)}
        onKeyDown={keys}
        onScroll={(event) => {
          if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
