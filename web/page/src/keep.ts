// What the browser keeps for the next time: open decks, those of late, own games. Where it refuses to, as it may with
// pages from a disk or in a private window, the page works without.
import type { File } from "./calls";
import { begun, type Chosen, type Deck, type State } from "./store";

/** The texts of open decks that are kept, in UTF-16 units. */
export const MAX_KEPT_LENGTH = 2_000_000;
/** The files that are kept as they were opened, in bytes. */
export const MAX_KEPT_BYTES = 67_108_864;
/** Decks of late that are kept. */
export const MAX_RECENT = 20;
/** A deck longer than this, in UTF-16 units, is not kept among those of late. */
export const MAX_RECENT_LENGTH = 60_000;

/** A page that keeps other shapes needs another prefix, and has to read what is kept under this one. */
const PREFIX = "sleeve.";
const DATABASE = "sleeve";
const OWN = "own";
const FILES = "files";

/** A small value kept under a name. */
export function keptSmall<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a small value, or none. */
export function keepSmall(name: string, value?: unknown) {
  try {
    // Where it is full, what is there would be older than what is on the page.
    localStorage.removeItem(PREFIX + name);
    if (value !== undefined) localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or refused.
  }
}

/** A deck as it is kept; the bytes of a file that nobody changed lie in the database. */
interface KeptDeck { id: string; path: string; text: string; isRaw: boolean }

interface KeptDesk { decks: KeptDeck[]; active: number; chosen: Chosen }

/** A deck of late. */
export interface Recent { id: string; path: string; title: string; text: string; chosen: Chosen; at: number }

/** The files whose bytes the database has already. */
let filed = new Set<string>();

/** Keeps what is open, and the fragments that the address may bear then. What is too long in all is not kept. */
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

/** What was open last, where the page is opened without a deck in its address or with the one that it put there. */
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

/** The decks of late, the newest first. */
export const recents = (): Recent[] => keptSmall("recent") ?? [];

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

const shelved = async <T>(name: string) => (await base("readonly", (shelf) => shelf.get(name))) as T | undefined;

/** Keeps own games, or none. */
export async function keepOwn(files: File[]) {
  const kept = files.length > 0 ? files : undefined;
  keepSmall(OWN, kept && true);
  await shelve(OWN, kept);
}

/** Whether own games are kept: asked before the first verdict, which may need them. */
export const hasOwn = (): boolean => keptSmall(OWN) === true;

export const keptOwn = async (): Promise<File[]> => (await shelved<File[]>(OWN)) ?? [];

/** Forgets all that was ever kept. */
export async function forget() {
  for (const name of ["desk", "fragments", "recent", "lang", OWN]) keepSmall(name);
  filed = new Set();
  await shelve(OWN, undefined);
  await shelve(FILES, undefined);
}
