// The deck in the address, after the `#`, which browsers do not send to the server.

/** Whether a text is a number as game data writes them. */
export const isNumber = (text: string): boolean => /^-?\d{1,9}(\.\d{1,6})?$/.test(text);

/** The longest text, in bytes, that is put into the address or read from it. */
export const MAX_SHARED_BYTES = 262_144;

export interface Shared {
  text: string;
  name: string;
  game: string;
  format: string;
  attested: boolean;
  /** The choices that override the deck: a role, and parameters of the format. */
  role: string;
  set: [string, string][];
}

const PREFIX = "#d=";

/** Runs bytes through a stream. Returns undefined if the result is longer than the limit. */
export async function through(
  stream: GenericTransformStream,
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const writer = stream.writable.getWriter();
  // An error in the bytes is reported where they are read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The fragment for a deck, or undefined if it is too long. */
export async function packed(shared: Shared): Promise<string | undefined> {
  const { text, name, game, format, attested, role, set } = shared;
  const chosen = role !== "" || set.length > 0 ? [role, set] : [];
  const bytes = new TextEncoder().encode(JSON.stringify([1, text, name, game, format, attested, ...chosen]));
  if (bytes.length > MAX_SHARED_BYTES) return undefined;
  const zipped = await through(new CompressionStream("deflate-raw"), bytes, bytes.length + 1024);
  if (!zipped) return undefined;
  let binary = "";
  for (const byte of zipped) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const isText = (value: unknown): value is string => typeof value === "string";

const isSetting = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => isText(one) && one !== "" && one.length <= 100);

/** Whether an address contains a deck. */
export const holds = (fragment: string): boolean => fragment.startsWith(PREFIX);

/** The deck of a fragment, or undefined if it is incomplete or was changed. */
export async function unpacked(fragment: string): Promise<Shared | undefined> {
  try {
    const text = fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
    if (text.length > MAX_SHARED_BYTES * 2) return undefined;
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const plain = await through(new DecompressionStream("deflate-raw"), bytes, MAX_SHARED_BYTES);
    if (!plain) return undefined;
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
    if (!Array.isArray(value) || ![6, 8].includes(value.length) || value[0] !== 1) return undefined;
    const [, deck, name, game, format, attested, role = "", set = []] = value as unknown[];
    if (!isText(deck) || !isText(name) || !isText(game) || !isText(format) || !isText(role)) return undefined;
    if (typeof attested !== "boolean" || !Array.isArray(set) || !set.every(isSetting)) return undefined;
    return { text: deck, name, game, format, attested, role, set };
  } catch {
    return undefined;
  }
}
