/** Trained models by name: folders with the pipelines created by a training. */
import type { ApiClient } from "#schemas/client";
import type { TrainingRecord } from "#schemas/wire";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly pipelines: readonly string[];
  /** How it was trained; null if not recorded. */
  readonly training: TrainingRecord | null;
}

export async function listModels(client: ApiClient): Promise<Model[]> {
  const { trained } = await client.call("configuration.pipelines", {}, { signal: interrupted });
  const byFolder = Map.groupBy(trained?.pipes ?? [], ({ folderId }) => folderId ?? "");
  return [...byFolder].map(([id, pipes]) => {
    const [first] = pipes;
    // The server appends the kind of a pipeline to the name of its model.
    const kind = ["detector", "tracker"].find(
      (one) => first?.pipe.endsWith(`${one}.pipe`) && first.name.endsWith(` ${one}`),
    );
    const name = first?.name.slice(0, kind === undefined ? undefined : -kind.length - 1) ?? "";
    const training = first?.training ?? null;
    return { id, name, owner: first?.ownerLogin ?? "", pipelines: pipes.map((pipe) => pipe.name), training };
  });
}

/** @param wanted a name, or the folder's id if several have the same name */
export async function requireModel(client: ApiClient, wanted: string): Promise<Model> {
  const [first, ...others] = (await listModels(client)).filter(({ id, name }) => id === wanted || name === wanted);
  if (first === undefined) throw usageError(`you can read no trained model ${wanted}.`);
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ id, owner }) => `${id} of ${owner}`).join(", ");
  throw usageError(`several models are called ${wanted}: name one by its id (${ids}).`);
}
