// What the page and its engine say to each other.

export type Name =
  | "games" | "own" | "check" | "attested" | "repair" | "change" | "search" | "complete"
  | "deal" | "portray" | "write" | "card" | "curves" | "compare" | "rows" | "suggest" | "event" | "field" | "sheets";

/** A file; without bytes: one too large to be a deck. */
export interface File { path: string; bytes?: Uint8Array }

export interface Call { id: number; name: Name; ask: Ask; files: File[] }

/** To the engine's thread: the engine, which it begins with, and calls. */
export type ToWorker = { module: WebAssembly.Module } | Call;

/** What the engine answers to a call; 0: whether it is ready. */
export interface Reply { id: number; json?: string; stopped?: string }

export interface Ask {
  lang?: "en" | "fr";
  game?: string;
  format?: string;
  role?: string;
  /** Parameters of the format by their ids. */
  set?: [string, string][];
  seat?: number;
  players?: number;
  /** The day of the check, as an event says it. */
  on?: string;
  attested?: boolean;
  mends?: boolean;
  text?: string;
  limit?: number;
  card?: string;
  /** The state of its copies; none: as the game has it. */
  state?: string;
  by?: number;
  zone?: string;
  seed?: number;
  exchanges?: number;
  turns?: number;
  conditions?: string[];
  milliseconds?: number;
  to?: string;
  event?: string;
  player?: string;
  aside?: string[];
}

export interface Refused { message: string; help: string; span: [number, number] | null; drawn: string | null }

export type Answer<T> = { ok: T; refused?: undefined } | { ok?: undefined; refused: Refused };

export interface Named { id: string; name: string }

/** What a format leaves to the players: one of some values, else a number. */
export interface Parameter extends Named {
  default: string | null;
  allowed: Named[];
  min: string | null;
  max: string | null;
}

export interface Format extends Named {
  roles: Named[];
  zones: Named[];
  parameters: Parameter[];
  /** How many seats draw differently; 0: all draw alike. */
  seats: number;
  /** The numbers of players that draw differently. */
  players: number[];
}

export interface Game extends Named {
  cards: number;
  formats: Format[];
  writes: { id: string; extension: string }[];
}

export type Verdict = "legal" | "illegal" | "undetermined" | "unusable";

export interface Told {
  id: string;
  severity: "error" | "warning" | "undetermined" | "note";
  message: string;
  help: string;
  elsewhere: string | null;
  line: number | null;
  span: [number, number] | null;
  lines: number[];
  rule: string | null;
  cite: string | null;
  actual: string | null;
  limit: string | null;
  notes: string[];
}

/** Copies of a card, in a state where the deck says so. */
export interface Entry {
  id: string;
  name: string;
  /** The name of its kind, of one card and of several, and where kinds stand on a sheet. */
  kind: string;
  kinds: string;
  place: number;
  state?: string;
  count: number;
}

export interface Zone { id: string; name: string; cards: number; entries: Entry[] }

/** How many cards have each value of the number that players look at first. */
export interface Curve { name: string; bars: [string, number][] }

export interface Words {
  text: string;
  verdict: string;
  format: string | null;
  told: Told[];
  zones: Zone[];
}

export interface DeckDocument {
  path: string;
  name: string | null;
  game: string | null;
  format: string | null;
  role: string | null;
  verdict: Verdict;
  provisional: boolean;
  fingerprint: string | null;
  /** Where it does not say what it has to, what it may say. */
  errors: { candidates: string[] }[];
}

export interface Checked { document: { decks: DeckDocument[] }; decks: Words[] }

/** What counting only attested facts makes of a deck. */
export interface Attested {
  shipped: string;
  attested: string;
  rules: { message: string; facts: string | null }[];
}

export interface Repair { words: string; changes: number | null; text: string | null; unchanged: Refused | null }

export interface Found {
  total: number;
  perhaps: number;
  words: string;
  columns: string[];
  cards: { id: string; name: string; kind: string; sure: boolean; cells: string[]; forbidden: string | null }[];
}

/** What other decks play with the cards of a deck. */
export interface Suggested {
  /** Those that share a card and the role with it. */
  decks: number;
  /** Whether they come with the game. */
  is_shipped: boolean;
  /** The best first, each with how many of the decks have so many copies. */
  cards: (Named & { kind: string; copy: number; decks: number; zone: string })[];
}

/** A label and what it says. */
export type Fact = [string, string];

/** What is known of a card, and what it is to the deck. */
export interface CardShown extends Named {
  kind: string;
  /** The name is empty where there is one face. */
  faces: { name: string; facts: Fact[]; effects: string }[];
  facts: Fact[];
  forbidden: string | null;
  count: number;
  /** How likely a copy has been seen by a turn. */
  odds: { turn: number; between: [number, number] }[];
}

/** A card that is picked before the draw; without `by` the card to start with. */
export interface Choice { by: string | null; optional: boolean; cards: Named[] }

export interface Hand {
  turns: Named[][];
  exchanged: Named[][];
  bottom: number;
  beside: [string, Named[]][];
  partners: Named[][];
  row: Named[];
  may_exchange: boolean;
  /** The next turn that draws. */
  next_turn: number | null;
  model: string[];
  choices: Choice[];
}

export interface Looked {
  html: string;
  chances: {
    name: string | null;
    text: string;
    turns: { between: [number, number] | null; fraction: string | null; refused: Refused | null }[];
    /** What its filters find among the cards that are drawn: how many, the first of them, and the filter that was meant where a
     * name finds none. */
    counted: { filter: string; copies: number; cards: [string, number][]; meant: [string, number] | null }[];
    /** Where hands may be exchanged, those to keep for it: a number of cards, and a condition; null: all. */
    keep: [number, string | null][];
  }[];
  choices: Choice[];
}

/** A deck among many. */
export interface Row {
  path: string;
  game: string | null;
  format: string | null;
  /** What has to be chosen before there is a verdict. */
  asks: "game" | "format" | null;
  /** The format's name. */
  format_name: string | null;
  role: string | null;
  name: string | null;
  player: string | null;
  verdict: Verdict;
  provisional: boolean;
  errors: number;
  warnings: number;
  /** Id of the first rule that is broken. */
  first: string | null;
  /** The verdict in words. */
  word: string;
  problem: string;
}

/** A page about many decks, and the paths of those that are not in it. */
export interface Sheets { html: string; left: string[] }

export interface EventShown {
  name: string;
  day: string | null;
  format: string;
  /** How decks are checked that day. */
  rules: { format: string; on: string | null; set: [string, string][] };
  players: { player: string; decks: string[]; problems: string[] }[];
  strays: string[];
}

/** Copies of a card before and after. */
export interface Copies extends Named { copies: [number, number] }

/** Two decks; without a measure: null. */
export interface Compared {
  zones: { name: string; cards: [number, number]; rows: Copies[] }[];
  measures: [string, string | null, string | null][];
}
