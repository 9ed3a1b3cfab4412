/** Parts of JSON, selected by JMESPath expressions (https://jmespath.site). */

import type { JSONValue } from "@jmespath-community/jmespath";
import { usageError } from "../process/errors.ts";
import { writeJson, writeResult } from "./output.ts";

/** A selection prints the selected part of a value. */
export type Selection = (value: unknown) => Promise<void>;

/**
 * Texts are printed without quotes, and a list of texts, numbers and the like one a line, so that other commands can
 * read them; everything else is JSON.
 * @throws a usage error, with the place, if the expression is malformed; later if it does not fit the value
 */
export async function parseSelection(expression: string): Promise<Selection> {
  // Only who selects something loads it.
  const { compile, TreeInterpreter } = await import("@jmespath-community/jmespath");
  const wrong = (error: unknown) =>
    usageError(`--select ${expression} is wrong: ${error instanceof Error ? error.message : String(error)}`);
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw wrong(error);
    }
  };
  const parsed = attempt(() => compile(expression));
  return async (value) => {
    const selected = attempt(() => TreeInterpreter.search(parsed, value as JSONValue));
    const lines = Array.isArray(selected) ? selected : [selected];
    if (lines.some((line) => typeof line === "object" && line !== null)) return await writeJson(selected);
    for (const line of lines) await writeResult(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  };
}
