// The engine in its own thread: a call that takes long does not stop the page, and one that fails is
// answered by a new engine.
import init, { Desk } from "../engine/engine.js";
import type { Call, Reply } from "./calls";

let desk: Desk | undefined;

self.onmessage = async (event: MessageEvent<Call | ArrayBuffer>) => {
  const call = event.data;
  if (call instanceof ArrayBuffer) {
    const module = await WebAssembly.compile(call);
    await init({ module_or_path: module });
    desk = new Desk();
    self.postMessage({ id: 0, json: "{}" } satisfies Reply);
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
