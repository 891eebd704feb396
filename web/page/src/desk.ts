// The engine's calls, as pages of others make them.
export { answer, begin } from "../../engine/desk.js";
export type { Desk } from "../../engine/pkg/engine.js";
