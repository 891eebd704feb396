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

/** The compiled engine, once the page is read to its end; it fails where the file was cut. */
export async function unpack(): Promise<WebAssembly.Module> {
  const unzip = new DecompressionStream("gzip");
  const writer = unzip.writable.getWriter();
  // What cannot be unpacked cannot be compiled, which is where it is told.
  const written = (act: Promise<void>) => void act.catch(() => {});
  globalThis.feed = () => {
    const piece = document.currentScript?.previousElementSibling;
    written(writer.write(bytes(piece?.textContent ?? "")));
    piece?.remove();
  };
  document.addEventListener("DOMContentLoaded", () => written(writer.close()));
  const headers = { "content-type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(unzip.readable, { headers }));
}
