/**
 * Pipelines trained by users: folders marked as such in their metadata, each with the pipeline's files (api-v1 17.1).
 */
import type { Pipe } from "#schemas";

import { datasetOf } from "../../domain/dataset.ts";
import { readTrainingRecord } from "../../domain/training-record.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import { viewerOf, type Actor } from "../access/actor.ts";

/** Kinds of pipelines of which a training makes several; their file names begin with these. */
const kinds = ["tracker", "detector"] as const;

/** File names of a trained pipeline: they determine which engine runs it. */
export async function namesOfTrained({ database }: Ports, { id }: Pick<FolderRecord, "id">): Promise<string[]> {
  const byName = { by: "name", descending: false } as const;
  return (await database.items.listInFolder(id, wholeList, byName)).rows.map(({ name }) => name);
}

/** Whether the built-in trainer made it: then every worker can run it. @param files its file names */
export const isTrainedHere = ({ trainingEngines }: Ports, files: readonly string[]): boolean =>
  trainingEngines.some((engine) => engine.hasTrained?.(files) === true);

/** Trained pipelines that the caller can read, by the names of their folders. */
export async function listTrainedPipelines({ database }: Ports, actor: Actor): Promise<Pipe[]> {
  const byName = { by: "lowerName", descending: false } as const;
  const page = await database.folders.list({ ...wholeList, trainedOnly: true }, byName, viewerOf(actor));
  const folders = page.rows.filter((folder) => datasetOf(folder).isTrainedPipeline);
  const creators = new Set(folders.map(({ creatorId }) => creatorId).filter((id) => id !== null));
  const logins = new Map((await database.users.findMany([...creators])).map(({ id, login }) => [id, login]));
  const pipes: Pipe[] = [];
  for (const { id, name, creatorId, meta } of folders) {
    const owner = { ownerLogin: logins.get(creatorId ?? "") ?? "", ...(creatorId !== null && { ownerId: creatorId }) };
    const training = readTrainingRecord(meta);
    for (const item of (await database.items.listInFolder(id, wholeList, byName)).rows) {
      // Embedded ones are parts of others.
      if (!item.name.endsWith(".pipe") || item.name.startsWith("embedded_")) continue;
      const kind = kinds.find((one) => item.name.endsWith(`${one}.pipe`));
      const shown = kind === undefined ? name : `${name} ${kind}`;
      pipes.push({
        name: shown,
        type: "trained",
        pipe: item.name,
        folderId: id,
        ...owner,
        ...(training && { training }),
      });
    }
  }
  return pipes;
}
