// The engine's calls, for any thread. The page uses this file too, but loads the engine itself.
import init, { Desk } from "./pkg/engine.js";

/** Starts the engine from its WebAssembly. */
export async function begin(module) {
  await init({ module_or_path: module });
  const desk = new Desk();
  desk.today(day(new Date()));
  return desk;
}

/** Returns the answer to a call as JSON. Throws if the engine crashed; it cannot be used any
 * more. */
export function answer(desk, call) {
  for (const file of call.files) {
    if (file.bytes) desk.put(file.path, file.bytes);
    else desk.put_too_large(file.path);
  }
  return desk[call.name](JSON.stringify(call.ask));
}

/** A date in the reader's calendar, such as 1998-11-30. */
function day(now) {
  const two = (part) => String(part).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
