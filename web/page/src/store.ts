// The decks on the page and what is chosen over what they say: the one place where they change. A change that needs
// the engine waits in a queue, and its answer counts only for the text that it was asked about.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Answer, File, Refused } from "./calls";

/** Changes of a deck that can be undone. */
const MAX_UNDONE = 500;
/** Typing within so many milliseconds is undone at once. */
const TYPED_TOGETHER = 600;

/** What is chosen by hand over what a deck says; an empty text chooses nothing. */
export interface Chosen {
  game: string;
  format: string;
  role: string;
  /** Parameters of the format by their ids. */
  set: [string, string][];
  attested: boolean;
}

export const NOTHING_CHOSEN: Chosen = { game: "", format: "", role: "", set: [], attested: false };

/** A deck: a text that is edited, or a file as it was opened. A deck that changes is another object. */
export interface Deck {
  id: string;
  path: string;
  text: string;
  raw?: File | undefined;
  /** The texts before and after this one, the nearest last. */
  back: readonly string[];
  forth: readonly string[];
  /** When it was typed in last; 0: the newest change was another one. */
  typed: number;
}

export interface State { decks: Deck[]; active: number; chosen: Chosen }

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

export const fileOf = (deck: Deck): File => deck.raw ?? { path: deck.path, bytes: new TextEncoder().encode(deck.text) };

export const isEmpty = (deck: Deck): boolean => deck.raw === undefined && deck.text.trim() === "";

/** Whether a file says who plays what at a tournament. */
export const isEvent = (path: string): boolean => /(^|\/)event\.toml$/.test(path);

const NO_DECK = begun("deck", "");

export class Store {
  private listeners = new Set<() => void>();
  /** Settled when all changes that wait are made. */
  private turn: Promise<void> = Promise.resolve();

  /** The table of decks that was there before another deck was opened. */
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

  /** What the reader types, at once. */
  type(text: string) {
    this.write(this.deck, text, performance.now());
  }

  /** A text that was made of another one, which has to stand there still. */
  put(text: string, from: string, done: () => void = () => {}) {
    this.change((deck) => Promise.resolve({ ok: deck.text === from ? text : deck.text }), () => {});
    this.after(async () => done());
  }

  /** Asks for another text of the deck that is shown now. Where the deck changes meanwhile, it is asked anew. */
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

  /** One change back, or forth again. */
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
    // What one change makes wrong is told where it is asked; the next ones are made all the same.
    this.turn = this.turn.then(act).catch(() => {});
  }

  /** Other decks in the place of all; what was chosen is not about them. One deck goes back by an undo. */
  open(decks: Deck[], chosen?: Partial<Chosen>) {
    if (this.state.decks.length > 1) this.table = this.state;
    // The file of an event is no deck to look at.
    const active = Math.max(0, decks.findIndex((one) => !isEvent(one.path)));
    this.set({ decks, active });
    this.chooseFor(chosen);
  }

  /** Files that were opened; an undo brings back the text that stood there. */
  openFiles(files: File[]) {
    const { deck } = this;
    const back = this.state.decks.length === 1 && !isEmpty(deck) && !deck.raw ? [deck.text] : [];
    this.open(files.map((raw, at) => ({ ...begun(raw.path, "", raw), back: at === 0 ? back : [] })));
  }

  /** The text of a file that was opened, as soon as it is known. */
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

  /** Another game or format, or none: what else was chosen is not about it. */
  chooseFor(chosen: Partial<Chosen> = {}) {
    this.choose({ ...NOTHING_CHOSEN, attested: this.state.chosen.attested, ...chosen });
  }
}

/** What the store holds, as long as a part of the page shows it. */
export function useStore(store: Store): State {
  const [state, setState] = useState(store.state);
  useLayoutEffect(() => {
    setState(store.state);
    return store.listen(() => setState(store.state));
  }, [store]);
  return state;
}
