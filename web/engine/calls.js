// The calls of the package. The first one loads the engine.
import { answer, begin } from "./desk.js";

/** Returns the calls of an engine, which `find` returns as a response or as bytes. */
export function open(find) {
  let desk;

  async function load(engine) {
    // Allow another attempt after a failed load.
    desk ??= begin(engine ?? find()).catch((error) => {
      desk = undefined;
      throw error;
    });
    await desk;
  }

  async function call(name, ask, decks = []) {
    await load();
    const { ok, refused } = JSON.parse(answer(await desk, { name, ask, files: [decks].flat().map(file) }));
    if (refused) throw Object.assign(new Error(refused.message), { help: refused.help, span: refused.span });
    return ok;
  }

  async function odds(deck, conditions, ask = {}) {
    const { chances } = await call("portray", { ...ask, conditions }, deck);
    return chances.filter((chance) => conditions.includes(chance.text));
  }

  return {
    load,
    check: (decks, ask = {}) => call("check", ask, decks),
    cards: (game, filter, ask = {}) => call("search", { limit: 100, ...ask, game, text: filter }),
    odds,
  };
}

/** Returns a deck as a file with a path and bytes. */
function file(deck) {
  if (typeof deck === "string") return { path: "deck", bytes: new TextEncoder().encode(deck) };
  return deck.path === undefined ? { path: "deck", bytes: deck } : deck;
}
