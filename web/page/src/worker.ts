// The engine in its own thread: a call that takes long does not stop the page, and one that fails is
// answered by a new engine.
import init, { Desk } from "../engine/engine.js";
import type { Call, Reply } from "./calls";

let desk: Desk | undefined;

/** The engine as the page holds it: WebAssembly, gzip, base64. It is compiled while it is unpacked. */
async function start(held: string) {
  const binary = atob(held);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const unzip = new DecompressionStream("gzip");
  const writer = unzip.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const headers = { "content-type": "application/wasm" };
  const module = await WebAssembly.compileStreaming(new Response(unzip.readable, { headers }));
  await written;
  await init({ module_or_path: module });
  desk = new Desk();
}

self.onmessage = async (event: MessageEvent<Call | string>) => {
  const call = event.data;
  if (typeof call === "string") {
    try {
      await start(call);
      self.postMessage({ id: 0, json: "{}" } satisfies Reply);
    } catch (error) {
      self.postMessage({ id: 0, stopped: String(error) } satisfies Reply);
    }
    return;
  }
  try {
    if (!desk) throw new Error("the engine is not there yet");
    for (const file of call.files) {
      if (file.bytes) desk.put(file.path, file.bytes);
      else desk.put_too_large(file.path);
    }
    self.postMessage({ id: call.id, json: desk[call.name](JSON.stringify(call.ask)) } satisfies Reply);
  } catch (error) {
    self.postMessage({ id: call.id, stopped: String(error) } satisfies Reply);
  }
};
