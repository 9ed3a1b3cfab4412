/** Exports a trained pipeline: an ONNX file, or an addon if the built-in trainer made it (api-v1 16.5). */
import { createReadStream } from "node:fs";
import { join } from "node:path";

import { AccessLevel } from "../../../base/access-level.ts";
import { boolean, type Checked, object, optional, text } from "../../../domain/body-check.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AccessService } from "../../access/access.service.ts";
import { type Actor, requireUser } from "../../access/actor.ts";
import type { JobView } from "../job.service.ts";
import { storeStream } from "../../tree/stored-content.ts";
import { namesOfTrained } from "../../pipelines/trained-pipelines.ts";
import { findExporter } from "../../pipelines/training-engines.ts";
import type { QueuedJob } from "../job-definition.ts";
import { inFolder, putFile, withModel } from "../trained-files.ts";
import { JobError } from "../job-error.ts";

const parameters = object({ modelFolderId: text, targetFolderId: text, isAddon: optional(boolean) }, "drop");
type ExportModelTask = Checked<typeof parameters>;

export interface ExportModelDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly limits: { readonly maxUploadBytes: number };
  readonly trainings: { exportModel(actor: Actor, modelFolderId: string, targetFolderId: string): Promise<JobView> };
}

export const exportModel: QueuedJob<ExportModelTask, ExportModelDeps> = {
  kind: "export-model",
  queue: "pipelines",
  parameters,
  title: ({ isAddon = false }, { folder = "" }) =>
    isAddon ? `Exporting ${folder} as an addon` : `Exporting ${folder} to ONNX`,
  wireType: "export",
  repeat: async ({ actor, task: { modelFolderId, targetFolderId } }, { trainings }) =>
    await trainings.exportModel(actor, modelFolderId, targetFolderId),
  async run(run, { ports, access, limits }) {
    const { task, actor, signal, succeed } = run;
    const { modelFolderId, targetFolderId } = task;
    const user = requireUser(actor);
    await inFolder(run, async ({ temporary, lines }) => {
      const trainer = await findExporter(ports, await namesOfTrained(ports, { id: modelFolderId }));
      if (trainer === undefined) throw new JobError("This worker cannot make an ONNX file of it.");
      const { record: exported } = await access.requireFolder(actor, modelFolderId);
      const file = await withModel(ports, access, actor, modelFolderId, join(temporary, "model"), (model = "") =>
        trainer.exportModel({
          model,
          name: exported.name,
          folder: join(temporary, "run"),
          signal,
          progress: run.progress,
          log: (text) => lines.write(text),
        }),
      );
      const ref = await storeStream(ports, createReadStream(file.path), limits.maxUploadBytes);
      await lines.written();
      await succeed({ dataset: targetFolderId }, async (tx) => {
        const { record } = await access.requireFolder(actor, targetFolderId, AccessLevel.write, tx);
        await putFile(ports, tx, user, record.id, file.name ?? "model.onnx", ref);
      });
    });
  },
};
