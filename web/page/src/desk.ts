// The engine's calls, in whichever thread it runs.
import init, { Desk } from "../engine/engine.js";
import type { Call } from "./calls";

export type { Desk };

export async function begin(module: WebAssembly.Module): Promise<Desk> {
  await init({ module_or_path: module });
  return new Desk();
}

/** The answer to a call as JSON. It throws where the engine stopped, which then answers no more. */
export function answer(desk: Desk, call: Call): string {
  for (const file of call.files) {
    if (file.bytes) desk.put(file.path, file.bytes);
    else desk.put_too_large(file.path);
  }
  return desk[call.name](JSON.stringify(call.ask));
}
