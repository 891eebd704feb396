// The engine as the page holds it: WebAssembly, gzip, base64, in pieces that stand behind the page's script, each
// followed by a call of `feed`. Every piece is unpacked and compiled while the browser reads the next.

declare global {
  var feed: (() => void) | undefined;
}

function bytes(piece: string): Uint8Array<ArrayBuffer> {
  // Browsers have it since 2025.
  const decode = (Uint8Array as Partial<Uint8ArrayConstructor>).fromBase64;
  if (decode) return decode.call(Uint8Array, piece);
  const binary = atob(piece);
  const all = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) all[at] = binary.charCodeAt(at);
  return all;
}

/** The page lacks pieces of the engine: the file was cut on its way. */
export class Cut extends Error {}

/** The compiled engine, once the page is read to its end. */
export async function unpack(): Promise<WebAssembly.Module> {
  const unzip = new DecompressionStream("gzip");
  const writer = unzip.writable.getWriter();
  // What cannot be unpacked cannot be compiled, which is where it is told.
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
    // With two processors Firefox now and then never ends a compilation of a stream, where that of the page before still ran.
    if (CSS.supports("-moz-appearance", "none")) return await WebAssembly.compile(await response.arrayBuffer());
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    await read;
    throw missing > 0 ? new Cut() : error;
  }
}
