// Whether the browser can run the game at all.
import { attempt } from "./attempt.js";

// the smallest module that needs SIMD: one function that spreads a zero over a vector
const SIMD_MODULE = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 0x0a, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b,
];

export const hasWebAssembly = typeof WebAssembly === "object";
export function hasSimd() {
  return hasWebAssembly && attempt(() => WebAssembly.validate(new Uint8Array(SIMD_MODULE)), false);
}
