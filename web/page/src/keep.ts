// What the browser keeps for the next time: open decks, those of late, own games. Where it refuses to, as it may with
// pages from a disk or in a private window, the page works without.
import type { File } from "./calls";
import type { Chosen, Deck } from "./store";

/** The texts of open decks that are kept, in UTF-16 units. */
export const MAX_KEPT_LENGTH = 2_000_000;
/** The files that are kept as they were opened, in bytes. */
export const MAX_KEPT_BYTES = 67_108_864;
/** Decks of late that are kept. */
export const MAX_RECENT = 20;
/** A deck longer than this, in UTF-16 units, is not kept among those of late. */
export const MAX_RECENT_LENGTH = 60_000;

const PREFIX = "sleeve.";
const DATABASE = "sleeve";
const OWN = "own";
const FILES = "files";

/** A small value kept under a name. Whoever asks checks its shape: the storage may be of another version. */
export function keptSmall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function keepSmall(name: string, value: unknown) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or refused: what is there would be older than what is on the page.
    drop(PREFIX + name);
  }
}

function drop(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Refused: then nothing is there.
  }
}

/** A deck as it is kept; the bytes of a file that nobody changed lie in the database. */
interface KeptDeck { id: string; path: string; text: string; isRaw?: boolean }

export interface KeptDesk { decks: Deck[]; active: number; chosen: Chosen }

/** A deck of late. */
export interface Recent { id: string; path: string; title: string; text: string; chosen: Chosen; at: number }

/** The files whose bytes the database has already. */
let filed = new Set<string>();

/** Keeps what is open, and the fragments that the address may bear then. What is too long in all is not kept. */
export function keepDesk({ decks, active, chosen }: KeptDesk, fragments: string[]) {
  const length = decks.reduce((sum, deck) => sum + deck.text.length, 0);
  if (length > MAX_KEPT_LENGTH) {
    drop(`${PREFIX}desk`);
    return;
  }
  const raws = decks.flatMap(({ id, raw }): [string, Uint8Array | undefined][] => (raw ? [[id, raw.bytes]] : []));
  if (raws.some(([id]) => !filed.has(id))) {
    filed = new Set(raws.map(([id]) => id));
    const bytes = raws.reduce((sum, [, bytes]) => sum + (bytes?.length ?? 0), 0);
    void shelve(FILES, bytes > MAX_KEPT_BYTES ? undefined : raws);
  }
  const kept = decks.map(({ id, path, text, raw }): KeptDeck => ({ id, path, text, ...(raw && { isRaw: true }) }));
  keepSmall("fragments", fragments);
  keepSmall("desk", { decks: kept, active, chosen });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isDeck = (value: unknown): value is KeptDeck =>
  isObject(value) && [value.id, value.path, value.text].every(isText);
const isChosen = (value: unknown): value is Chosen =>
  isObject(value) &&
  [value.game, value.format, value.role].every(isText) &&
  typeof value.attested === "boolean" &&
  Array.isArray(value.set) &&
  value.set.every((one) => Array.isArray(one) && one.length === 2 && one.every(isText));

/** What was open last, where the page is opened without a deck in its address or with the one that it put there. */
export async function keptDesk(fragment: string): Promise<KeptDesk | undefined> {
  const fragments = keptSmall("fragments");
  if (fragment !== "" && !(Array.isArray(fragments) && fragments.includes(fragment))) return undefined;
  const kept = keptSmall("desk");
  if (!isObject(kept) || !Array.isArray(kept.decks) || !kept.decks.every(isDeck) || !isChosen(kept.chosen)) return undefined;
  const raws = kept.decks.some((one) => one.isRaw) ? await shelved(FILES) : [];
  const bytes = new Map(Array.isArray(raws) ? (raws as [string, Uint8Array | undefined][]) : []);
  filed = new Set(bytes.keys());
  const decks = kept.decks.flatMap(({ id, path, text, isRaw }: KeptDeck): Deck[] => {
    if (isRaw && !bytes.has(id)) return [];
    const found = bytes.get(id);
    const raw = isRaw && { path, ...(found && { bytes: found }) };
    return [{ id, path, text, back: [], forth: [], typed: 0, ...(raw && { raw }) }];
  });
  const shown = kept.decks[Number(kept.active)]?.id;
  const active = Math.max(0, decks.findIndex((one) => one.id === shown));
  return decks.length > 0 ? { decks, active, chosen: kept.chosen } : undefined;
}

const isRecent = (value: unknown): value is Recent =>
  isDeck(value) && isText((value as unknown as Recent).title) && isChosen((value as unknown as Recent).chosen);

/** The decks of late, the newest first. */
export function recents(): Recent[] {
  const kept = keptSmall("recent");
  return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MAX_RECENT) : [];
}

export function keepRecent(recent: Recent) {
  if (recent.text.length > MAX_RECENT_LENGTH) return;
  const others = recents().filter((one) => one.id !== recent.id);
  keepSmall("recent", [recent, ...others].slice(0, MAX_RECENT));
}

/** Acts on what the database holds; nothing where the browser gives none. */
function base(mode: IDBTransactionMode, act: (shelf: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((settle) => {
    const nothing = () => settle(undefined);
    try {
      const opening = indexedDB.open(DATABASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(DATABASE);
      opening.onerror = nothing;
      opening.onsuccess = () => {
        const asked = act(opening.result.transaction(DATABASE, mode).objectStore(DATABASE));
        asked.onsuccess = () => settle(asked.result);
        asked.onerror = nothing;
        asked.transaction?.addEventListener("complete", () => opening.result.close());
      };
    } catch {
      nothing();
    }
  });
}

const shelve = (name: string, value: unknown) =>
  base("readwrite", (shelf) => (value === undefined ? shelf.delete(name) : shelf.put(value, name)));

const shelved = (name: string) => base("readonly", (shelf) => shelf.get(name));

/** Keeps own games, or none. */
export async function keepOwn(files: File[]) {
  keepSmall(OWN, files.length > 0);
  await shelve(OWN, files.length > 0 ? files : undefined);
}

/** Whether own games are kept: asked before the first verdict, which may need them. */
export const hasOwn = (): boolean => keptSmall(OWN) === true;

export async function keptOwn(): Promise<File[]> {
  const kept = await shelved(OWN);
  const isOwn = (one: unknown): one is File => isObject(one) && isText(one.path) && one.bytes instanceof Uint8Array;
  return Array.isArray(kept) ? kept.filter(isOwn) : [];
}

/** Forgets all that was ever kept. */
export async function forget() {
  try {
    for (const key of Object.keys(localStorage)) if (key === "lang" || key.startsWith(PREFIX)) drop(key);
  } catch {
    // Refused: then nothing is there.
  }
  filed = new Set();
  await shelve(OWN, undefined);
  await shelve(FILES, undefined);
}
