/** Edits of a text, each of which leaves everything around it unchanged. */

export interface Edit {
  /** In characters; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits non-overlapping, in any order */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return parts.join("") + text.slice(at);
}
