// A text as a QR code: one SVG path with a unit square for each dark module.
import { generate } from "lean-qr";

/** In the code of a longer link, the modules are too small for a phone's camera. */
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
