// What the browser stores for the next visit: open decks, recent decks, the user's games. The page
// also works without storage, which browsers can refuse in private windows or for files on disk.
import type { File } from "./calls";
import { begun, type Chosen, type Deck, type State } from "./store";

/** The total length of stored texts of open decks, in UTF-16 units. */
export const MAX_KEPT_LENGTH = 2_000_000;
/** The total size of stored files, in bytes. */
export const MAX_KEPT_BYTES = 67_108_864;
/** The number of recent decks. */
export const MAX_RECENT = 20;
/** The longest deck, in UTF-16 units, that is listed among the recent ones. */
export const MAX_RECENT_LENGTH = 60_000;

/** If the stored shapes change, use another prefix and still read this one. */
const PREFIX = "sleeve.";
const DATABASE = "sleeve";
const OWN = "own";
const FILES = "files";

/** Reads a small stored value. */
export function keptSmall<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a small value, or removes it. */
export function keepSmall(name: string, value?: unknown) {
  try {
    // If storage is full, remove the old value: it no longer matches the page.
    localStorage.removeItem(PREFIX + name);
    if (value !== undefined) localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or refused.
  }
}

/** A stored deck. The bytes of an unchanged file are in the database. */
interface KeptDeck { id: string; path: string; text: string; isRaw: boolean }

interface KeptDesk { decks: KeptDeck[]; active: number; chosen: Chosen }

/** A recent deck. */
export interface Recent { id: string; path: string; title: string; text: string; chosen: Chosen; at: number }

/** The files whose bytes are already in the database. */
let filed = new Set<string>();

/** Stores the open decks and the fragments that the address may have then. Stores nothing if
 * they are too long in all. */
export function keepDesk({ decks, active, chosen }: State, fragments: string[]) {
  const length = decks.reduce((sum, deck) => sum + deck.text.length, 0);
  if (length > MAX_KEPT_LENGTH) return keepSmall("desk");
  const raws = decks.flatMap(({ id, raw }): [string, Uint8Array | undefined][] => (raw ? [[id, raw.bytes]] : []));
  if (raws.some(([id]) => !filed.has(id))) {
    filed = new Set(raws.map(([id]) => id));
    const bytes = raws.reduce((sum, [, bytes]) => sum + (bytes?.length ?? 0), 0);
    void shelve(FILES, bytes > MAX_KEPT_BYTES ? undefined : raws);
  }
  const kept = decks.map(({ id, path, text, raw }): KeptDeck => ({ id, path, text, isRaw: raw !== undefined }));
  keepSmall("fragments", fragments);
  keepSmall("desk", { decks: kept, active, chosen });
}

/** The decks that were open last, unless the address contains another deck. */
export async function keptDesk(fragment: string): Promise<State | undefined> {
  if (fragment !== "" && !keptSmall<string[]>("fragments")?.includes(fragment)) return undefined;
  const kept = keptSmall<KeptDesk>("desk");
  if (!kept) return undefined;
  const raws = kept.decks.some((one) => one.isRaw) ? await shelved<[string, Uint8Array | undefined][]>(FILES) : [];
  const bytes = new Map(raws);
  filed = new Set(bytes.keys());
  const decks = kept.decks.flatMap(({ id, path, text, isRaw }): Deck[] => {
    if (isRaw && !bytes.has(id)) return [];
    const raw = isRaw ? { path, bytes: bytes.get(id) } : undefined;
    return [{ ...begun(path, text, raw), id }];
  });
  const shown = kept.decks[kept.active]?.id;
  const active = Math.max(0, decks.findIndex((one) => one.id === shown));
  return decks.length > 0 ? { decks, active, chosen: kept.chosen } : undefined;
}

/** The recent decks, newest first. */
export const recents = (): Recent[] => keptSmall("recent") ?? [];

export function keepRecent(recent: Recent) {
  if (recent.text.length > MAX_RECENT_LENGTH) return;
  const others = recents().filter((one) => one.id !== recent.id);
  keepSmall("recent", [recent, ...others].slice(0, MAX_RECENT));
}

/** Runs a request on the database; resolves to undefined if the browser has none. */
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

const shelved = async <T>(name: string) => (await base("readonly", (shelf) => shelf.get(name))) as T | undefined;

/** Stores the user's games, or removes them. */
export async function keepOwn(files: File[]) {
  const kept = files.length > 0 ? files : undefined;
  keepSmall(OWN, kept && true);
  await shelve(OWN, kept);
}

/** Whether the user's games are stored: the first verdict may need them. */
export const hasOwn = (): boolean => keptSmall(OWN) === true;

export const keptOwn = async (): Promise<File[]> => (await shelved<File[]>(OWN)) ?? [];

/** Removes everything that was stored. Returns a function that brings it back. */
export async function forget(): Promise<() => Promise<void>> {
  const small = ["desk", "fragments", "recent", "lang", OWN].map((name): [string, unknown] => [name, keptSmall(name)]);
  const large = await Promise.all([OWN, FILES].map(async (name): Promise<[string, unknown]> => [name, await shelved(name)]));
  for (const [name] of small) keepSmall(name);
  filed = new Set();
  for (const [name] of large) await shelve(name, undefined);
  return async () => {
    for (const [name, value] of small) keepSmall(name, value);
    for (const [name, value] of large) await shelve(name, value);
  };
}
