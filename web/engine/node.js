// The engine for Node, which reads it from disk.
import { readFile } from "node:fs/promises";
import { open } from "./calls.js";

export const { load, check, cards, odds } = open(() => readFile(new URL("./pkg/engine_bg.wasm", import.meta.url)));
