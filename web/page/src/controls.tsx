// Controls used in many places: buttons, selects, file pickers.
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import type { Look, Named } from "./calls";
import { ofInput, type Picked } from "./files";
import { usePage } from "./hand";
import type { Word } from "./words";

interface PressProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> { word: Word; act: () => void }

/** A button with a label. */
export function Press({ word, act, ...rest }: PressProps) {
  return (
    <button type="button" {...rest} onClick={act}>
      {usePage().say(word)}
    </button>
  );
}

interface OpenerProps {
  id: string;
  word: Word;
  /** One file, many files, or a whole folder. */
  takes?: "one" | "many" | "folder";
  accept?: string;
  open: (picked: Picked[]) => void;
}

/** A button that opens files. */
export function Opener({ id, word, takes = "many", accept, open }: OpenerProps) {
  const folder = takes === "folder" && { webkitdirectory: true };
  return (
    <label class="button">
      {usePage().say(word)}
      <input id={id} type="file" multiple={takes !== "one"} accept={accept} {...folder} onChange={(event) => open(ofInput(event.currentTarget))} />
    </label>
  );
}

interface SelectProps {
  id?: string;
  label: ComponentChildren;
  value: string;
  /** The label of the empty choice; without it, one of the others is always chosen. */
  first?: string;
  of: Named[];
  isMarked?: boolean;
  choose: (id: string) => void;
}

/** A select with a label. */
export function Select({ id, label, value, first, of, isMarked = false, choose }: SelectProps) {
  return (
    <label>
      {label}{" "}
      <select id={id} class={isMarked ? "chosen" : ""} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {/* Made anew with its words: screen readers went on saying the old ones. */}
        {first !== undefined && (
          <option key={`first ${first}`} value="">
            {first}
          </option>
        )}
        {of.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The style that gives an element the colour of a card, deck or game. */
export const tint = (colour: string | null | undefined) => (colour ? `--tint:${colour}` : "");

/** The sign of a card, in its colour. */
export const Sign = ({ of }: { of: Look }) => (
  <i class="sign" aria-hidden="true" style={tint(of.colour)}>
    {of.sign}
  </i>
);

interface StepProps { name: string; count: number; fewer: (() => void) | undefined; more: () => void }

/** A number of copies, with buttons to remove or add one. */
export function Step({ name, count, fewer, more }: StepProps) {
  const { say } = usePage();
  return (
    <span class="step">
      <button type="button" aria-label={name + say("colon") + say("fewer")} aria-disabled={!fewer} onClick={fewer}>
        −
      </button>
      <span class="count">{count}</span>
      <button type="button" aria-label={name + say("colon") + say("more")} onClick={more}>
        +
      </button>
    </span>
  );
}

interface MoreProps { id?: string; left: number; act: () => void }

/** A button that shows the rest of a list. */
export function More({ id, left, act }: MoreProps) {
  const { say } = usePage();
  if (left <= 0) return null;
  return (
    <button type="button" id={id} onClick={act}>
      {say("showMore")} <span class="soft">({left})</span>
    </button>
  );
}

interface SkipProps { word: Word; to: string; unfold?: () => void }

/** A link that lets keyboard users skip a long section. */
export function Skip({ word, to, unfold }: SkipProps) {
  const go = (event: Event) => {
    event.preventDefault();
    unfold?.();
    // After the section is unfolded.
    queueMicrotask(() => document.getElementById(to)?.focus());
  };
  return (
    <a class="skip" href={`#${to}`} onClick={go}>
      {usePage().say(word)}
    </a>
  );
}
