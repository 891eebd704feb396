// The engine for other web pages. Each question is one call, and the first call loads the engine.
import { answer, begin } from "./desk.js";

let desk;

/** The engine next to this file: fetched from the server, or read from disk in Node. */
async function find() {
  const place = new URL("./pkg/engine_bg.wasm", import.meta.url);
  if (place.protocol !== "file:") return fetch(place);
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
  return readFile(place);
}

export async function load(engine) {
  // Allow another attempt after a failed load.
  desk ??= begin(engine ?? find()).catch((error) => {
    desk = undefined;
    throw error;
  });
  await desk;
}

async function call(name, ask, decks = []) {
  const bytes = (text) => (typeof text === "string" ? new TextEncoder().encode(text) : text);
  const file = (deck) => (deck.path === undefined ? { path: "deck", bytes: bytes(deck) } : deck);
  await load();
  const { ok, refused } = JSON.parse(answer(await desk, { name, ask, files: [decks].flat().map(file) }));
  if (refused) throw Object.assign(new Error(refused.message), { help: refused.help, span: refused.span });
  return ok;
}

export const check = (decks, ask = {}) => call("check", ask, decks);

export const cards = (game, filter, ask = {}) => call("search", { limit: 100, ...ask, game, text: filter });

export async function odds(deck, conditions, ask = {}) {
  const { chances } = await call("portray", { ...ask, conditions }, deck);
  return chances.filter((chance) => conditions.includes(chance.text));
}
