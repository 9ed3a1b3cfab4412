/** What a run of a pipeline is asked to do, and what it uses. */
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
import type { AnnotationService } from "../annotations/annotation.service.ts";
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
    /** Where that is, for a trained one. */
    modelFolderId: optional(text),
    /** As people call it. */
    name: text,
    parameters: mapOf(scalar),
    /** What the dataset was when the run was asked for. */
    revision: integer(0),
    /** Of a video, what is shown, also for programs that would take the original. */
    forceTranscoded: boolean,
    /** Of a measurement: its cameras. */
    pair: optional(object({ left: side, right: side }, "drop")),
    /** The first and the last frame; absent: all. */
    frames: optional(tuple([integer(0), integer(0)])),
    /** Where the result goes; absent: into the default set. */
    outputSet: optional(text),
    /** In addition to what is there. */
    add: optional(boolean),
    /** Into a clone that is made for it. */
    dataset: optional(object({ name: text, parentId: text }, "drop")),
  },
  "drop",
);
export type PipelineTask = Checked<typeof pipelineParameters>;

export interface PipelineUses {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly annotationFiles: AnnotationFileService;
  readonly attachments: AttachmentService;
  readonly datasets: DatasetService;
  readonly media: MediaService;
  readonly pipelines: { run(actor: Actor, request: PipelineRequest): Promise<JobView> };
}
