import type { Calls, Checked, DeckAsk, File, Found, Looked, Refused, SearchAsk } from "./pkg/calls.js";

/** A deck: its text in any format that sleeve reads, its bytes, or a file with its path. */
export type Deck = string | Uint8Array | File;

/** Settings of a call; a deck that names no game or format needs them. */
export type Table = DeckAsk;

/** The error of a question that has no answer. */
export interface RefusedError extends Error, Pick<Refused, "help" | "span"> {}

/** The engine, as a response, bytes or a compiled module. */
export type Source = Response | BufferSource | WebAssembly.Module;

/** Loads the engine. The first call does this by itself; call it to load the engine from
 * elsewhere. */
export function load(engine?: Source | Promise<Source>): Promise<void>;

/** Checks decks: the document of `sleeve check -o json`, and the same in words. */
export function check(decks: Deck | Deck[], ask?: Table): Promise<Checked>;

/** The cards of a game that match a filter, or whose names contain its words. */
export function cards(game: string, filter: string, ask?: Omit<SearchAsk, "game" | "text">): Promise<Found>;

/** The exact odds of conditions on an opening hand, and on the turns after it. */
export function odds(
  deck: Deck,
  conditions: string[],
  ask?: Omit<Calls["portray"]["ask"], "conditions">,
): Promise<Looked["chances"]>;
