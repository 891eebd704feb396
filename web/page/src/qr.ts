// A text as a QR code: one path of an SVG, a square unit for each dark module.
import { generate } from "lean-qr";

/** A link longer than this makes modules that are too small for a telephone's camera before a screen. */
export const MAX_QR_LENGTH = 1_500;

export function qr(text: string): { path: string; size: number } | undefined {
  if (text.length > MAX_QR_LENGTH) return undefined;
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { path, size: code.size };
}
