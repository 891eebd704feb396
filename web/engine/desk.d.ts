import type { Call } from "./pkg/calls.js";
import type { Desk, InitInput } from "./pkg/engine.js";

export type { Desk };
export function begin(module: InitInput | Promise<InitInput>): Promise<Desk>;
export function answer(desk: Desk, call: Omit<Call, "id">): string;
