/** Recognizes common mistakes that are not valid JSON, at the place where a JSON reader stopped. */

/** @param text around the place @returns a clause, or `undefined` when no known mistake is found */
export function jsonProblem(text: string, at: number): string | undefined {
  const rest = text.slice(at, at + 40);
  const before =
    text
      .slice(Math.max(0, at - 200), at)
      .trimEnd()
      .at(-1) ?? "";
  if (/^\s*(\/[/*]|#)/.test(rest) || before === "/") return "JSON has no comments";
  if ((before === "," && /^\s*[}\]]/.test(rest)) || /^\s*,\s*[}\]]/.test(rest))
    return "there is a comma before a closing bracket";
  if (/^\s*'/.test(rest)) return "JSON has texts in double quotes";
  if (/^\s*-?(nan|inf(inity)?)\b/i.test(rest)) return "JSON has no NaN and no Infinity";
  if (/^\s*(None|True|False|undefined)\b/.test(rest)) return "JSON has `null`, `true` and `false`";
  if (/^\s*["{[]/.test(rest) && /["\d}\]]/.test(before)) return "a comma is missing";
  if (/^\s*[A-Za-z_]\w*\s*:/.test(rest)) return "names of members are in double quotes";
  return undefined;
}

export const notJsonText = (why: string | undefined): string =>
  why === undefined ? "This is not valid JSON." : `This is not valid JSON: ${why}.`;
