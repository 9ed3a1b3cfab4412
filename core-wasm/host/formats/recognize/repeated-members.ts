/** Members that a JSON file has twice: JSON allows it, and programs that join files write it. */
import { readerProblem } from "../problems/reader-problems.ts";
import type { Problem } from "../../types.ts";
import { outerMembers } from "./recognize-json-keys.ts";

/** Of larger files only the beginning is looked at: the whole costs a third of reading it. */
const maxBytes = 8 << 20;

export function repeatedMembers(bytes: Uint8Array): readonly Problem[] {
  const { repeated } = outerMembers(bytes.subarray(0, maxBytes), true);
  const names = [...new Set(repeated)].map((name) => `\`${name}\``);
  return names.length === 0 ? [] : [readerProblem("json-member-repeated", [names.join(", ")])];
}
