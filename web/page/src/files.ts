// Opening, dropping and saving files.
import type { File as Named } from "./calls";

/** The largest deck file that is read, in bytes, as in the program. */
export const MAX_DECK_BYTES = 16 * 1024 * 1024;
/** The most files that are read at once. */
export const MAX_FILES_AT_ONCE = 2_000;
/** The largest game data that is read, in bytes. */
export const MAX_DATA_BYTES = 64 * 1024 * 1024;

export interface Picked { path: string; file: File }

/** Whether files are game data: one of them declares a game or is a packed game. */
export const isData = (files: Picked[]): boolean => files.some((one) => /(^|\/)game\.toml$|\.sleeve$/.test(one.path));

/** Whether files are decks: game data is in TOML, sheets or packed games, and has no zones of its own. */
export async function areDecks(files: Picked[]): Promise<boolean> {
  const isDeck = async ({ path, file }: Picked) =>
    !/\.(toml|csv|sleeve)$/i.test(path) || (file.size <= MAX_DECK_BYTES && /^(\[zones|zones\s*=)/m.test(await file.text()));
  return (await Promise.all(files.slice(0, MAX_FILES_AT_ONCE).map(isDeck))).every(Boolean);
}

/** The files of an input, with paths relative to the chosen folder. */
export function ofInput(input: HTMLInputElement): Picked[] {
  const picked = Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file }));
  input.value = "";
  return picked;
}

async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((settle) => reader.readEntries(settle, () => settle([])));
    all.push(...some);
    if (some.length === 0 || all.length > MAX_FILES_AT_ONCE) return all;
  }
}

async function walk(entry: FileSystemEntry, depth: number, into: Picked[]) {
  if (into.length > MAX_FILES_AT_ONCE || depth < 0) return;
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((settle) =>
      (entry as FileSystemFileEntry).file(settle, () => settle(undefined)),
    );
    if (file) into.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  for (const child of await children(entry as FileSystemDirectoryEntry)) await walk(child, depth - 1, into);
}

/** The files of a drop, including those in folders. */
export async function ofDrop(transfer: DataTransfer): Promise<Picked[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) {
    return Array.from(transfer.files, (file) => ({ path: file.name, file }));
  }
  const picked: Picked[] = [];
  for (const entry of entries) if (entry) await walk(entry, 8, picked);
  return picked.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The number of files read in parallel. */
const READ_AT_ONCE = 50;

/** Reads files. A file that is too large has no bytes. */
export async function read(picked: Picked[], limit: number): Promise<Named[]> {
  const bytesOf = async ({ path, file }: Picked): Promise<Named> => {
    try {
      return file.size > limit ? { path } : { path, bytes: new Uint8Array(await file.arrayBuffer()) };
    } catch {
      return { path };
    }
  };
  const all: Named[] = [];
  for (let at = 0; at < picked.length; at += READ_AT_ONCE) {
    all.push(...(await Promise.all(picked.slice(at, at + READ_AT_ONCE).map(bytesOf))));
  }
  return all;
}

/** Saves a text as a file. */
export function save(name: string, text: string, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The name of a file without its folders and extension. */
export const stem = (path: string): string => (path.split("/").pop() ?? "").replace(/\.[^.]*$/, "") || "deck";

/** A file name for a deck: from the deck's name, else from its path. */
export function fileName(name: string | null | undefined, path: string, ending: string): string {
  const plain = (name ?? "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${plain || stem(path)}.${ending}`;
}
