// The engine as stored in the page: WebAssembly, gzipped, in base64, cut into pieces that follow
// the page's script. After each piece comes a call of `feed`, so that it is unpacked and compiled
// while the browser reads the next.

declare global {
  var feed: (() => void) | undefined;
}

function bytes(piece: string): Uint8Array<ArrayBuffer> {
  // In browsers since 2025.
  const decode = (Uint8Array as Partial<Uint8ArrayConstructor>).fromBase64;
  if (decode) return decode.call(Uint8Array, piece);
  const binary = atob(piece);
  const all = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) all[at] = binary.charCodeAt(at);
  return all;
}

/** The page is incomplete: pieces of the engine are missing. */
export class Cut extends Error {}

/** The compiled engine, once the whole page has loaded. */
export async function unpack(): Promise<WebAssembly.Module> {
  const unzip = new DecompressionStream("gzip");
  const writer = unzip.writable.getWriter();
  // If unpacking fails, compiling fails too, and reports it.
  const written = (act: Promise<void>) => void act.catch(() => {});
  let missing = Number(document.getElementById("page")?.dataset.pieces);
  globalThis.feed = () => {
    const piece = document.currentScript?.previousElementSibling;
    written(writer.write(bytes(piece?.textContent ?? "")));
    piece?.remove();
    missing -= 1;
  };
  const read = new Promise((settle) => document.addEventListener("DOMContentLoaded", settle));
  void read.then(() => written(writer.close()));
  const headers = { "content-type": "application/wasm" };
  try {
    const response = new Response(unzip.readable, { headers });
    // With two processors, Firefox sometimes never finishes compiling a stream while the previous
    // page is still compiling.
    if (CSS.supports("-moz-appearance", "none")) return await WebAssembly.compile(await response.arrayBuffer());
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    await read;
    throw missing > 0 ? new Cut() : error;
  }
}
