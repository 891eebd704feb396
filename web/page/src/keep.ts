// What the browser keeps for the next time: open decks, those of late, own games. Where it refuses to, as it may with
// pages from a disk or in a private window, the page works without.
import type { File } from "./calls";
import type { Chosen, Deck } from "./store";

/** The open files that are kept, in UTF-16 units of their texts. */
export const MAX_KEPT_LENGTH = 2_000_000;
/** Decks of late that are kept. */
export const MAX_RECENT = 20;
/** A deck longer than this, in UTF-16 units, is not kept among those of late. */
export const MAX_RECENT_LENGTH = 60_000;

const PREFIX = "sleeve.";
const DATABASE = "sleeve";
const OWN = "own";

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

/** A file as JSON holds it: its text, or its bytes as the signs of their numbers. */
interface KeptFile { path: string; text: string; isBytes?: boolean }

interface KeptDeck extends KeptFile { id: string; isRaw?: boolean }

export interface KeptDesk { decks: Deck[]; active: number; chosen: Chosen }

/** A deck of late. */
export interface Recent { id: string; path: string; title: string; text: string; chosen: Chosen; at: number }

function textOf(bytes: Uint8Array): { text: string; isBytes?: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""), isBytes: true };
  }
}

const bytesOf = ({ text, isBytes }: KeptFile): Uint8Array =>
  isBytes ? Uint8Array.from(text, (sign) => sign.charCodeAt(0)) : new TextEncoder().encode(text);

const keptFile = (file: File): KeptFile => ({ path: file.path, ...textOf(file.bytes ?? new Uint8Array()) });

/** Keeps what is open, and the fragments that the address may bear then. What is too long in all is not kept. */
export function keepDesk({ decks, active, chosen }: KeptDesk, fragments: string[]) {
  const length = decks.reduce((sum, deck) => sum + (deck.raw?.bytes?.length ?? deck.text.length), 0);
  if (length > MAX_KEPT_LENGTH) {
    drop(`${PREFIX}desk`);
    return;
  }
  const kept = decks.map((deck): KeptDeck => {
    const { id, path, text, raw } = deck;
    return raw ? { id, isRaw: true, ...keptFile(raw) } : { id, path, text };
  });
  keepSmall("fragments", fragments);
  keepSmall("desk", { decks: kept, active, chosen });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isFile = (value: unknown): value is KeptFile => isObject(value) && isText(value.path) && isText(value.text);
const isDeck = (value: unknown): value is KeptDeck => isFile(value) && isText((value as KeptDeck).id);
const isChosen = (value: unknown): value is Chosen =>
  isObject(value) &&
  [value.game, value.format, value.role].every(isText) &&
  typeof value.attested === "boolean" &&
  Array.isArray(value.set) &&
  value.set.every((one) => Array.isArray(one) && one.length === 2 && one.every(isText));

/** What was open last, where the page is opened without a deck in its address or with the one that it put there. */
export function keptDesk(fragment: string): KeptDesk | undefined {
  const fragments = keptSmall("fragments");
  if (fragment !== "" && !(Array.isArray(fragments) && fragments.includes(fragment))) return undefined;
  const kept = keptSmall("desk");
  if (!isObject(kept) || !Array.isArray(kept.decks) || !kept.decks.every(isDeck) || !isChosen(kept.chosen)) return undefined;
  const { decks, chosen } = kept;
  const active = Number(kept.active);
  if (!decks[active]) return undefined;
  return {
    decks: decks.map((one: KeptDeck) => {
      const { id, path } = one;
      const begun = { id, path, back: [], forth: [], typed: 0 };
      return one.isRaw ? { ...begun, text: "", raw: { path, bytes: bytesOf(one) } } : { ...begun, text: one.text };
    }),
    active,
    chosen,
  };
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

/** Acts on the shelf of own games; nothing where the browser has none to give. */
function own<T>(mode: IDBTransactionMode, act: (shelf: IDBObjectStore) => IDBRequest): Promise<T | undefined> {
  return new Promise((settle) => {
    const nothing = () => settle(undefined);
    try {
      const opening = indexedDB.open(DATABASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(OWN);
      opening.onerror = nothing;
      opening.onsuccess = () => {
        const base = opening.result;
        const asked = act(base.transaction(OWN, mode).objectStore(OWN));
        asked.onsuccess = () => settle(asked.result);
        asked.onerror = nothing;
        asked.transaction?.addEventListener("complete", () => base.close());
      };
    } catch {
      nothing();
    }
  });
}

/** Keeps own games, or none. */
export async function keepOwn(files: File[]) {
  keepSmall(OWN, files.length > 0);
  await own("readwrite", (shelf) => (files.length > 0 ? shelf.put(files, OWN) : shelf.delete(OWN)));
}

/** Whether own games are kept: asked before the first verdict, which may need them. */
export const hasOwn = (): boolean => keptSmall(OWN) === true;

export async function keptOwn(): Promise<File[]> {
  const kept: unknown = await own("readonly", (shelf) => shelf.get(OWN));
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
  await keepOwn([]);
  drop(PREFIX + OWN);
}
