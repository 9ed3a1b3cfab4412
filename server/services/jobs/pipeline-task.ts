/** The task of a pipeline run. */
import {
  boolean,
  type Checked,
  integer,
  mapOf,
  object,
  optional,
  scalar,
  text,
  tuple,
} from "../../domain/body-check.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationFileService } from "../annotations/annotation-file.service.ts";
import type { StagedRevisions } from "../annotations/staged-revisions.ts";
import type { AttachmentService } from "../datasets/attachment.service.ts";
import type { DatasetService } from "../datasets/dataset.service.ts";
import type { MediaService } from "../media/media.service.ts";
import type { PipelineRequest } from "../pipelines/pipeline-request.ts";
import type { JobView } from "./job.service.ts";

const side = object({ folderId: text, revision: integer(0) }, "drop");

export const pipelineParameters = object(
  {
    folderId: text,
    pipe: text,
    /** Folder of a trained pipeline. */
    modelFolderId: optional(text),
    /** Display name. */
    name: text,
    parameters: mapOf(scalar),
    /** Revision of the dataset at the time of the request. */
    revision: integer(0),
    /** For a video, the version that is shown, even for programs that accept the original. */
    forceTranscoded: boolean,
    /** For a measurement: its cameras. */
    pair: optional(object({ left: side, right: side }, "drop")),
    /** The first and the last frame; absent: all. */
    frames: optional(tuple([integer(0), integer(0)])),
    /** Where the result goes; absent: the default set. */
    outputSet: optional(text),
    /** Add to existing annotations. */
    add: optional(boolean),
    /** Into a new clone. */
    dataset: optional(object({ name: text, parentId: text }, "drop")),
  },
  "drop",
);
export type PipelineTask = Checked<typeof pipelineParameters>;

/** The `pipelineParams` of a run, to start it again. */
export function writeRunOptions(task: PipelineTask): PipelineRequest["pipelineParams"] {
  const { add, dataset, frames, outputSet, parameters } = task;
  return {
    kwiverParams: parameters,
    outputSet,
    add,
    ...(frames !== undefined && { runtimeParams: { frameRange: frames } }),
    ...(dataset !== undefined && { outputDatasetName: dataset.name, outputParentFolderId: dataset.parentId }),
  };
}

export interface PipelineDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly stagedRevisions: StagedRevisions;
  readonly annotationFiles: AnnotationFileService;
  readonly attachments: AttachmentService;
  readonly datasets: DatasetService;
  readonly media: MediaService;
  readonly pipelines: { run(actor: Actor, request: PipelineRequest): Promise<JobView> };
}
