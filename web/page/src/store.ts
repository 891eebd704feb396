// The decks on the page and the choices that override them: the only place where they change. A
// change that needs the engine waits in a queue. Its answer is used only if the text is still the
// same.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Answer, File, Refused } from "./calls";

/** The number of changes that can be undone. */
const MAX_UNDONE = 500;
/** Typing within this many milliseconds is undone in one step. */
const TYPED_TOGETHER = 600;

/** The reader's choices, which override the deck. An empty text chooses nothing. */
export interface Chosen {
  game: string;
  format: string;
  role: string;
  /** Parameters of the format by id. */
  set: [string, string][];
  attested: boolean;
}

export const NOTHING_CHOSEN: Chosen = { game: "", format: "", role: "", set: [], attested: false };

/** A deck: an edited text, or a file as it was opened. Every change makes a new object. */
export interface Deck {
  id: string;
  path: string;
  text: string;
  raw?: File | undefined;
  /** The texts before and after this one, the nearest last. */
  back: readonly string[];
  forth: readonly string[];
  /** The time of the last keystroke; 0 if the newest change was not typed. */
  typed: number;
}

export interface State { decks: Deck[]; active: number; chosen: Chosen }

/** The path of a deck that is no file. */
export const PASTED = "deck";

export const lines = (text: string) => text.replace(/\r\n?/g, "\n");

export const begun = (path: string, text: string, raw?: File): Deck => ({
  id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
  path,
  text,
  back: [],
  forth: [],
  typed: 0,
  raw,
});

/** The title above a pasted list: a line of words that is no heading of the cards below it. */
export function titleOf(text: string): string | undefined {
  const [first = "", next = ""] = text.trimStart().split("\n", 2);
  const isHeading = /^\W*\d/.test(next) && first.trim().split(/\s+/).length < 3;
  if (!/^\p{L}[^:=\t;]*$/u.test(first) || isHeading || !/^\W*\d+x?\s/m.test(text)) return undefined;
  // The engine takes what follows a dot for the form of the file.
  return first.replace(/[./\\\s]+/g, " ").trim().slice(0, 60);
}

/** The path of a deck; for a text without a file, its title. */
export const pathOf = (deck: Deck): string => (deck.path === PASTED ? titleOf(deck.text) : undefined) ?? deck.path;

export const fileOf = (deck: Deck): File => deck.raw ?? { path: pathOf(deck), bytes: new TextEncoder().encode(deck.text) };

export const isEmpty = (deck: Deck): boolean => deck.raw === undefined && deck.text.trim() === "";

/** Whether a file is an event, which lists the players and their decks. */
export const isEvent = (path: string): boolean => /(^|\/)event\.toml$/.test(path);

const NO_DECK = begun(PASTED, "");

export class Store {
  private listeners = new Set<() => void>();
  /** Resolves when all queued changes are made. */
  private turn: Promise<void> = Promise.resolve();

  /** The table of decks that was open before another deck was opened. */
  table?: State;

  constructor(public state: State) {}

  listen(heard: () => void): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  private set(news: Partial<State>) {
    this.state = { ...this.state, ...news };
    for (const heard of this.listeners) heard();
  }

  get deck(): Deck {
    return this.state.decks[this.state.active] ?? NO_DECK;
  }

  private find(id: string): Deck | undefined {
    return this.state.decks.find((one) => one.id === id);
  }

  private replace(deck: Deck) {
    this.set({ decks: this.state.decks.map((one) => (one.id === deck.id ? deck : one)) });
  }

  private write(deck: Deck, text: string, typed: number) {
    if (text === deck.text) return;
    const isOneChange = typed > 0 && deck.back.length > 0 && typed - deck.typed < TYPED_TOGETHER;
    const back = isOneChange ? deck.back : [...deck.back, deck.text].slice(-MAX_UNDONE);
    this.replace({ ...deck, raw: undefined, text, back, forth: [], typed });
  }

  /** Replaces the text with what the reader typed. */
  type(text: string) {
    this.write(this.deck, text, performance.now());
  }

  /** Replaces a text that has not changed since `from`. */
  put(text: string, from: string, done: () => void = () => {}) {
    this.change((deck) => Promise.resolve({ ok: deck.text === from ? text : deck.text }), () => {});
    this.after(async () => done());
  }

  /** Queues a change of the current deck. If the deck changes before the answer, the change is
   * computed again. */
  change(ask: (deck: Deck) => Promise<Answer<string>>, refuse: (refused: Refused) => void) {
    const { id } = this.deck;
    this.after(async () => {
      for (;;) {
        const deck = this.find(id);
        if (!deck) return;
        const answer = await ask(deck);
        const now = this.find(id);
        if (now?.text !== deck.text || now.raw !== deck.raw) continue;
        if (answer.refused) refuse(answer.refused);
        else this.write(now, lines(answer.ok), 0);
        return;
      }
    });
  }

  /** Undoes or redoes one change. */
  undo(isBack: boolean, done: () => void) {
    const { id } = this.deck;
    this.after(async () => {
      const deck = this.find(id);
      const [from, to] = isBack ? (["back", "forth"] as const) : (["forth", "back"] as const);
      const text = deck?.[from].at(-1);
      if (!deck || text === undefined) return;
      this.replace({ ...deck, raw: undefined, text, [from]: deck[from].slice(0, -1), [to]: [...deck[to], deck.text], typed: 0 });
      done();
    });
  }

  private after(act: () => Promise<void>) {
    // The caller reports a failed change; the changes after it still run.
    this.turn = this.turn.then(act).catch(() => {});
  }

  /** Replaces all decks and drops the choices for them. An undo brings a single deck back. */
  open(decks: Deck[], chosen?: Partial<Chosen>) {
    if (this.state.decks.length > 1) this.table = this.state;
    // An event file is not a deck to show.
    const active = Math.max(0, decks.findIndex((one) => !isEvent(one.path)));
    this.set({ decks, active });
    this.chooseFor(chosen);
  }

  /** Opens files; an undo brings the previous text back. */
  openFiles(files: File[]) {
    const { deck } = this;
    const back = this.state.decks.length === 1 && !isEmpty(deck) && !deck.raw ? [deck.text] : [];
    this.open(files.map((raw, at) => ({ ...begun(raw.path, "", raw), back: at === 0 ? back : [] })));
  }

  /** Sets the text of an opened file, once it is known. */
  know(deck: Deck, text: string) {
    if (this.find(deck.id) === deck && deck.raw) this.replace({ ...deck, raw: undefined, text: lines(text) });
  }

  /** Shows the table again. */
  reopen() {
    if (this.table) this.set(this.table);
  }

  show(active: number) {
    this.set({ active });
  }

  choose(chosen: Partial<Chosen>) {
    this.set({ chosen: { ...this.state.chosen, ...chosen } });
  }

  /** Chooses another game or format and drops the other choices, which belong to the old one. */
  chooseFor(chosen: Partial<Chosen> = {}) {
    this.choose({ ...NOTHING_CHOSEN, attested: this.state.chosen.attested, ...chosen });
  }
}

/** Subscribes a component to the store. */
export function useStore(store: Store): State {
  const [state, setState] = useState(store.state);
  useLayoutEffect(() => {
    setState(store.state);
    return store.listen(() => setState(store.state));
  }, [store]);
  return state;
}
