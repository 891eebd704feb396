// The engine in its own thread, so that a long call does not block the page and a crash needs only
// a new engine.
import type { Reply, ToWorker } from "./calls";
import { answer, begin, type Desk } from "../../engine/desk.js";

let desk: Desk | undefined;

const reply = (one: Reply) => self.postMessage(one);

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  const id = "module" in data ? 0 : data.id;
  try {
    if ("module" in data) {
      desk = await begin(data.module);
      reply({ id, json: "" });
    } else if (desk) {
      reply({ id, json: answer(desk, data) });
    }
  } catch (error) {
    reply({ id, stopped: String(error) });
  }
};
