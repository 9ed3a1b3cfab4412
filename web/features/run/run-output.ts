/** Where to put the result of a run: by default nothing existing is replaced. */
import { api } from "../../api/client.ts";
import type { RunTarget } from "./run-target.ts";

export type OutputKind = "set" | "add" | "replace";

export interface RunOutput {
  readonly kind: OutputKind;
  /** Name of the separate set. */
  readonly setName: string;
}

/** Sent in `pipelineParams`. */
export interface OutputParams {
  readonly outputSet?: string;
  readonly add?: true;
}

/** How many tracks the datasets have; undefined if that cannot be determined. */
export async function countTracks(targets: readonly RunTarget[]): Promise<number | undefined> {
  const counts = targets.map(async ({ id }) => {
    const { total } = await api.callPaged("annotation.tracks", { folderId: id, limit: 1 });
    if (total === undefined) throw new Error("the answer has no count");
    return total;
  });
  try {
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  } catch {
    // The dialog then offers the choice without a number.
    return undefined;
  }
}

export const initialOutput = (pipeName: string): RunOutput => ({ kind: "set", setName: pipeName });

export const isComplete = ({ kind, setName }: RunOutput): boolean => kind !== "set" || setName.trim() !== "";

export function outputParams({ kind, setName }: RunOutput): OutputParams {
  if (kind === "replace") return {};
  return kind === "add" ? { add: true } : { outputSet: setName.trim() };
}
