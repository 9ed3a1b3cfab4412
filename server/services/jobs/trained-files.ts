/** Trained pipelines as files: provided to engines and trainers, and stored from a trainer's result. */
import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";

import { ProgramNames } from "../../base/program-names.ts";
import { makeWorkFolder } from "../../base/work-folder.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { UserRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { withLocalFiles } from "../content/local-files.ts";
import { hasBytes } from "../content/open-content.ts";
import { placed, placeFile } from "../tree/file-placement.ts";
import { requireStillStored } from "../tree/stored-content.ts";
import { LogLines } from "./log-lines.ts";
import { JobError } from "./job-error.ts";
import type { WorkerRun } from "./job-run.ts";

/** Runs work in a temporary folder with an empty folder `run`, and words errors for users. */
export async function inFolder(
  { log }: WorkerRun,
  work: (given: { temporary: string; lines: LogLines }) => Promise<void>,
): Promise<void> {
  const temporary = await makeWorkFolder("job");
  const lines = new LogLines(log);
  try {
    await mkdir(join(temporary, "run"));
    await work({ temporary, lines });
  } catch (error) {
    await lines.written();
    throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Provides the files of a trained pipeline as a folder. */
export async function withModel<T>(
  ports: Ports,
  access: AccessService,
  actor: Actor,
  folderId: string | undefined,
  target: string,
  work: (folder: string | undefined) => Promise<T>,
): Promise<T> {
  if (folderId === undefined) return await work(undefined);
  const { record } = await access.requireFolder(actor, folderId);
  if (!datasetOf(record).isTrainedPipeline) throw new JobError(`${record.name} is not a trained pipeline.`);
  const { items, files } = ports.database;
  const { rows } = await items.listInFolder(record.id, wholeList, { by: "name", descending: false });
  const stored = (await files.listInItems(rows.map(({ id }) => id))).filter(hasBytes);
  return await withLocalFiles(ports, stored, async (paths) => {
    await mkdir(target);
    const names = new ProgramNames();
    for (const [n, { name }] of stored.entries()) await symlink(paths[n] ?? "", join(target, names.take(name)));
    return await work(target);
  });
}

export async function putFile(
  ports: Ports,
  tx: Repositories,
  user: UserRecord,
  parentId: string,
  name: string,
  ref: BlobRef,
): Promise<void> {
  await requireStillStored(tx, ref);
  const given = {
    parentType: "folder",
    parentId,
    name,
    mimeType: "application/octet-stream",
    userId: user.id,
  } as const;
  await placeFile(ports, tx, given, placed(ref));
}
