/** Requests that start a job. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { AttachmentService } from "../datasets/attachment.service.ts";
import type { JobService } from "../jobs/job.service.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { MediaService } from "../media/media.service.ts";
import type { MediaCheckService } from "../postprocess/media-check.service.ts";
import type { PostprocessService } from "../postprocess/postprocess.service.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import type { FolderService } from "../tree/folder.service.ts";
import type { ItemService } from "../tree/item.service.ts";
import { ConsensusService } from "./consensus.service.ts";
import { PipelineService } from "./pipeline.service.ts";
import { RenderService } from "./render.service.ts";
import { RpcService } from "./rpc.service.ts";
import { ScoringService } from "./scoring.service.ts";
import { StorageService } from "./storage.service.ts";
import { TrainingService } from "./training.service.ts";

export interface RpcServices {
  readonly consensus: ConsensusService;
  readonly pipelines: PipelineService;
  readonly renderings: RenderService;
  readonly rpc: RpcService;
  readonly scorings: ScoringService;
  readonly storages: StorageService;
  readonly trainings: TrainingService;
}

interface Deps {
  readonly access: AccessService;
  readonly attachments: AttachmentService;
  readonly configuration: ConfigurationService;
  readonly folders: FolderService;
  readonly items: ItemService;
  readonly jobs: JobService;
  readonly media: MediaService;
  readonly mediaCheck: MediaCheckService;
  readonly postprocess: PostprocessService;
}

export function createRpcServices(ports: Ports, deps: Deps, registry: JobRegistry): RpcServices {
  const { access, attachments, configuration, jobs, media } = deps;
  return {
    consensus: new ConsensusService(ports, { access, configuration }, registry),
    pipelines: new PipelineService(ports, { access, attachments, configuration }, registry),
    renderings: new RenderService(ports, { access, configuration, media }, registry),
    rpc: new RpcService(deps, registry),
    scorings: new ScoringService(ports, { access, configuration, media }, registry),
    storages: new StorageService(ports, { access, configuration, jobs }, registry),
    trainings: new TrainingService(ports, { access, configuration }, registry),
  };
}
