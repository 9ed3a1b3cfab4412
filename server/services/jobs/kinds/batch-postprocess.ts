/** Postprocesses the marked folders below one, as imports of whole storages leave them. */
import { AccessLevel } from "../../../base/access-level.ts";
import { DomainError } from "../../../base/errors.ts";
import { boolean, type Checked, integer, object, text } from "../../../domain/body-check.ts";
import { batchTitle, batchType } from "../../../domain/job-status.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord, JobRecord } from "../../../ports/records.ts";
import type { AccessService } from "../../access/access.service.ts";
import type { Actor } from "../../access/actor.ts";
import { changeFolderMeta } from "../../tree/dataset-folder.ts";
import type { PostprocessService } from "../../postprocess/postprocess.service.ts";
import type { LocalJob } from "../job-definition.ts";

export interface BatchDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly postprocess: PostprocessService;
  readonly rpc: {
    startBatch(actor: Actor, folderId: string, options: Omit<BatchTask, "folderId">): Promise<JobRecord>;
  };
}

const parameters = object({ folderId: text, limit: integer(), skipJobs: boolean }, "drop");
type BatchTask = Checked<typeof parameters>;

export const batchPostprocess: LocalJob<BatchTask, BatchDeps> = {
  kind: "batch-postprocess",
  parameters,
  title: () => batchTitle,
  wireType: batchType,
  // Earlier versions stored the parameters of a job only where clients see them.
  earlierTask: ({ type, params }) => (type === batchType ? params : undefined),
  repeat: async ({ actor, task: { folderId, skipJobs, limit } }, { rpc }) => {
    const record = await rpc.startBatch(actor, folderId, { skipJobs, limit });
    return { record, level: AccessLevel.admin };
  },
  async run({ task, actor, isStopped, progress, log }, { ports, access, postprocess }) {
    const { folderId, limit, skipJobs } = task;
    const marked = (await markedBelow(ports, folderId)).slice(0, limit > 0 ? limit : undefined);
    let failed = 0;
    for (const [index, { id, name }] of marked.entries()) {
      if (await isStopped()) return;
      await progress(index, marked.length, name);
      try {
        await access.requireFolder(actor, id, AccessLevel.write);
        const options = { skipJobs, additive: false, typePrefix: "", setName: "" };
        const { warnings } = await postprocess.run(actor, id, options);
        for (const warning of warnings) await log(`${name}: ${warning}`);
        await changeFolderMeta(ports, access, actor, id, (meta) => ({ ...meta, MarkForPostProcess: false }));
      } catch (error) {
        // One folder must not prevent the others from being processed.
        if (!(error instanceof DomainError)) throw error;
        failed++;
        await log(`${name}: ${error.message}`);
      }
    }
    await progress(marked.length, marked.length, "Done");
    if (failed > 0) throw new Error(`${failed} of ${marked.length} folders could not be processed.`);
  },
};

async function markedBelow(ports: Ports, folderId: string): Promise<FolderRecord[]> {
  const { folders } = ports.database;
  const below = await folders.findMany(await folders.listSubtreeIds(folderId));
  return below
    .filter((folder) => folder.id !== folderId && datasetOf(folder).isMarkedForPostprocess)
    .sort((a, b) => a.createdMs - b.createdMs);
}
