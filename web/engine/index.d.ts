import type { Ask, Checked, File, Found, Looked, Refused } from "./pkg/calls.js";

/** The text of a deck in any form that the program reads, its bytes, or a file with its path. */
export type Deck = string | Uint8Array | File;

/** What an answer may depend on; a deck that names no game or format needs them. */
export type Table = Pick<Ask, "lang" | "game" | "format" | "role" | "set" | "attested">;

/** The error of a question that has no answer. */
export interface RefusedError extends Error, Pick<Refused, "help" | "span"> {}

/** The engine as it is fetched, read or compiled. */
export type Source = Response | BufferSource | WebAssembly.Module;

/** Loads the engine, as the first call does by itself; from elsewhere where it is given. */
export function load(engine?: Source | Promise<Source>): Promise<void>;

/** Verdicts: the document of `sleeve check -o json`, and the same in words. */
export function check(decks: Deck | Deck[], ask?: Table): Promise<Checked>;

/** The cards of a game that a filter finds, or whose names hold its words. */
export function cards(game: string, filter: string, ask?: Pick<Ask, "lang" | "format" | "role" | "attested" | "limit">): Promise<Found>;

/** The exact odds of conditions on an opening hand, and on those of so many turns. */
export function odds(
  deck: Deck,
  conditions: string[],
  ask?: Table & Pick<Ask, "seat" | "players" | "turns" | "aside">,
): Promise<Looked["chances"]>;
