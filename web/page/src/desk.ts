// The engine's calls, in whichever thread it runs.
import init, { Desk } from "../engine/engine.js";
import type { Call } from "./calls";

export type { Desk };

export async function begin(module: WebAssembly.Module): Promise<Desk> {
  await init({ module_or_path: module });
  const desk = new Desk();
  desk.today(day(new Date()));
  return desk;
}

/** The answer to a call as JSON. It throws where the engine stopped, which then answers no more. */
export function answer(desk: Desk, call: Call): string {
  for (const file of call.files) {
    if (file.bytes) desk.put(file.path, file.bytes);
    else desk.put_too_large(file.path);
  }
  return desk[call.name](JSON.stringify(call.ask));
}

/** A day of the reader's calendar, as 1998-11-30. */
function day(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
