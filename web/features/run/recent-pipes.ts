/** The pipelines run most recently from this browser, newest first. */
import type { Pipe } from "#schemas/wire";
import { storedSignal } from "../../base/stored-signal.ts";

const maxRecent = 3;

const recent = storedSignal<readonly string[]>(
  "wakeline.recentPipelines",
  [],
  (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
);

/** Trained pipelines may have equal names in different folders. */
export const pipeKey = ({ pipe, folderId }: Pick<Pipe, "folderId" | "pipe">): string => `${pipe} ${folderId ?? ""}`;

export function recordRun(pipe: Pipe): void {
  const key = pipeKey(pipe);
  recent.value = [key, ...recent.peek().filter((other) => other !== key)].slice(0, maxRecent);
}

/** Those of `offered` that were run recently. Reads a signal. */
export function recentOf(offered: readonly Pipe[]): readonly Pipe[] {
  return recent.value.flatMap((key) => offered.find((pipe) => pipeKey(pipe) === key) ?? []);
}
