// The engine for web pages and workers, which fetch it.
import { open } from "./calls.js";

async function fetchEngine() {
  const place = new URL("./pkg/engine_bg.wasm", import.meta.url);
  const response = await fetch(place);
  if (!response.ok) {
    throw new Error(`The engine is not at ${place} (HTTP ${response.status}). Give its address: load(fetch("/engine.wasm")).`);
  }
  return response;
}

export const { load, check, cards, odds } = open(fetchEngine);
