/** Where the result of a run goes: by default nothing existing is replaced. */
import { api } from "../../api/client.ts";
import type { RunTarget } from "./run-target.ts";

export type OutputKind = "set" | "add" | "replace";

export interface RunOutput {
  readonly kind: OutputKind;
  /** Of a set of its own. */
  readonly setName: string;
}

/** In `pipelineParams`. */
export interface OutputParams {
  readonly outputSet?: string;
  readonly add?: true;
}

/** How many tracks the datasets hold; undefined: that cannot be found out. */
export async function countTracks(targets: readonly RunTarget[]): Promise<number | undefined> {
  const counts = targets.map(async ({ id }) => {
    const { total } = await api.callPaged("annotation.tracks", { folderId: id, limit: 1 });
    if (total === undefined) throw new Error("the answer has no count");
    return total;
  });
  try {
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  } catch {
    // The dialog offers the choice without a number then.
    return undefined;
  }
}

export const initialOutput = (pipeName: string): RunOutput => ({ kind: "set", setName: pipeName });

export const isComplete = ({ kind, setName }: RunOutput): boolean => kind !== "set" || setName.trim() !== "";

export function outputParams({ kind, setName }: RunOutput): OutputParams {
  if (kind === "replace") return {};
  return kind === "add" ? { add: true } : { outputSet: setName.trim() };
}
