// The messages between the page and its engine.

/** A file. Without bytes, it is too large to be a deck. */
export interface File { path: string; bytes?: Uint8Array }

export interface Call { id: number; name: Name; ask: Calls[Name]["ask"]; files: File[] }

/** A message to the engine's thread: the engine itself, which comes first, or a call. */
export type ToWorker = { module: WebAssembly.Module } | Call;

/** The engine's answer to a call. Id 0 reports whether the engine is ready. */
export interface Reply { id: number; json?: string; stopped?: string }

/** The settings of every call. */
export interface LangAsk { lang?: "en" | "fr" }

/** The settings of calls about decks, which override the decks. */
export interface DeckAsk extends LangAsk {
  game?: string;
  format?: string;
  role?: string;
  /** Parameters of the format by id. */
  set?: Record<string, string>;
  attested?: boolean;
  /** The file format of the decks, if it cannot be detected. */
  from?: string;
  /** The date of the check, as an event sets it. */
  on?: string;
}

export interface SearchAsk extends Omit<DeckAsk, "from" | "on"> {
  /** A filter, or words of names. */
  text?: string;
  limit?: number;
  /** Finds only the cards that a deck may not hold, or only the others. */
  forbidden?: boolean;
}

/** Where a player sits, which cards are set out before the draw, and the plan that is played. */
export interface Seat { seat?: number; players?: number; set_aside?: string[]; plan?: string }

/** The settings and the answer of each call. A setting that the call does not have is an error. */
export interface Calls {
  games: { ask: LangAsk; answer: Game[] };
  own: { ask: LangAsk; answer: { files: number } };
  check: { ask: DeckAsk & { mends?: boolean }; answer: Checked };
  attested: { ask: DeckAsk; answer: Attested };
  /** The fewest cards with the finding of the rule `text`. */
  shrink: { ask: DeckAsk & { text: string }; answer: WrongFinding };
  /** Cards that match the filter `text` stay as they are. */
  repair: { ask: DeckAsk & { milliseconds?: number; text?: string }; answer: Repair };
  /** Without a state: the card's default state. */
  change: { ask: DeckAsk & { card: string; by: number; zone?: string; state?: string }; answer: { text: string } };
  search: { ask: SearchAsk; answer: Found };
  complete: { ask: Pick<SearchAsk, "lang" | "game" | "format" | "text">; answer: string[] };
  suggest: { ask: DeckAsk & { limit?: number }; answer: Suggested };
  deal: { ask: DeckAsk & Seat & { seed?: number; mulligans?: number; turn?: number }; answer: Hand };
  portray: { ask: DeckAsk & Seat & { seed?: number; turns?: number; conditions?: string[] }; answer: Looked };
  card: { ask: DeckAsk & { card: string }; answer: CardShown };
  curves: { ask: DeckAsk; answer: Curve[] };
  compare: { ask: DeckAsk; answer: Compared };
  rows: { ask: DeckAsk; answer: Row[] };
  event: { ask: DeckAsk; answer: EventShown };
  field: { ask: DeckAsk; answer: Sheets };
  sheets: { ask: DeckAsk & { event?: string; player?: string }; answer: Sheets };
  write: { ask: DeckAsk & { to: string }; answer: { text: string; extension: string; losses: string[] } };
}

export type Name = keyof Calls;

export interface Refused { message: string; help: string; span: [number, number] | null; drawn: string | null }

export type Answer<T> = { ok: T; refused?: undefined } | { ok?: undefined; refused: Refused };

export interface Named { id: string; name: string }

/** The colour (`#7a1f1f`) and sign (`●`) of a card; null if the game gives none. */
export interface Look { colour: string | null; sign: string | null }

/** A parameter of a format: one of some values, else a number. */
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
  /** The number of seats that draw differently; 0: all draw alike. */
  seats: number;
  /** The numbers of players that draw differently. */
  players: number[];
}

export interface Game extends Named {
  colour: string | null;
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

/** Copies of a card, with their state if the deck gives one. */
export interface Entry {
  look: Look;
  id: string;
  name: string;
  /** The singular and plural name of the card's kind, and the position of the kind on a sheet. */
  kind: string;
  kinds: string;
  place: number;
  state?: string;
  count: number;
}

export interface Zone { id: string; name: string; cards: number; entries: Entry[] }

/** The number of cards for each value of a curve. */
export interface Curve { name: string; bars: [string, number][] }

export interface Words {
  text: string;
  verdict: string;
  format: string | null;
  /** What the format does not judge, if the deck is legal. */
  gaps: string | null;
  told: Told[];
  zones: Zone[];
  /** The deck's plans for its sideboard. */
  plans: string[];
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
  findings: { rule: string; level: string; cards: { id: string }[] }[];
  /** Lines that name no card, with the nearest cards. */
  unresolved: { line: number; text: string; candidates: Named[] }[];
  /** The values to choose from, if the deck does not name a game or format. */
  errors: { candidates: string[] }[];
}

export interface Checked { document: { decks: DeckDocument[] }; decks: Words[] }

/** What changes if only attested facts count. */
export interface Attested {
  shipped: string;
  attested: string;
  rules: { message: string; facts: string | null }[];
}

/** A report of a finding as a text to paste, and the game's form with it. */
export interface WrongFinding { report: string; link: string | null }

export interface Repair { words: string; changes: number | null; text: string | null; unchanged: Refused | null }

export interface Found {
  total: number;
  perhaps: number;
  /** The other cards that match, if only some are listed. */
  hidden: number;
  words: string;
  columns: string[];
  cards: (Named & { look: Look; kind: string; sure: boolean; cells: string[]; forbidden: string | null })[];
}

/** Cards that other decks play with the cards of a deck. */
export interface Suggested {
  /** The number of decks that share a card and the role with it. */
  decks: number;
  /** Whether they are the game's own decks. */
  is_shipped: boolean;
  /** The best first. `decks` counts the decks that play at least `copy` copies. */
  cards: (Named & { look: Look; kind: string; copy: number; decks: number; zone: string })[];
}

/** A label and its value. */
export type Fact = [string, string];

/** A card with its facts, and its role in the deck. */
export interface CardShown extends Named {
  kind: string;
  /** The name is empty if the card has only one face. */
  faces: { name: string; facts: Fact[]; effects: string }[];
  facts: Fact[];
  forbidden: string | null;
  count: number;
  /** The probability of having seen a copy by a turn, as lower and upper bound. */
  odds: { turn: number; between: [number, number] }[];
}

/** A card to pick before the draw. Without `by`, it is the card to start with. */
export interface Choice { by: string | null; optional: boolean; cards: Named[] }

export interface Hand {
  turns: Named[][];
  exchanged: Named[][];
  bottom: number;
  beside: [string, Named[]][];
  partners: Named[][];
  row: Named[];
  may_exchange: boolean;
  /** The next turn that draws a card. */
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
    /** The cards that each filter finds among the drawable ones: the number of copies and the
     * first cards. `meant` is a better filter if a bare name finds nothing. */
    counted: { filter: string; copies: number; cards: [string, number][]; meant: [string, number] | null }[];
    /** For decks that can mulligan, the hands to keep: a hand size and a condition; null: all
     * hands. */
    keep: [number, string | null][];
  }[];
  choices: Choice[];
}

/** A deck of the table. */
export interface Row {
  path: string;
  game: string | null;
  format: string | null;
  /** What the reader has to choose before there is a verdict. */
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
  /** The id of the first broken rule. */
  first: string | null;
  /** The verdict in words. */
  word: string;
  problem: string;
}

/** A page about many decks, and the paths of the decks that it leaves out. */
export interface Sheets { html: string; left: string[] }

export interface EventShown {
  name: string;
  day: string | null;
  format: string;
  /** The settings for checks at the event. */
  rules: { format: string; on: string | null; set: [string, string][] };
  players: { player: string; decks: string[]; problems: string[] }[];
  strays: string[];
}

/** Copies of a card before and after. */
export interface Copies extends Named { copies: [number, number] }

/** The comparison of two decks. A measure is null if a deck has no value for it. */
export interface Compared {
  zones: { name: string; cards: [number, number]; rows: Copies[] }[];
  measures: [string, string | null, string | null][];
}
