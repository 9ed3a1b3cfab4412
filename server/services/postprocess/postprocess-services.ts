/** The steps after an upload. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { AnnotationFileService } from "../annotations/annotation-file.service.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import type { StagedRevisions } from "../annotations/staged-revisions.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { FileService } from "../tree/file.service.ts";
import type { FolderService } from "../tree/folder.service.ts";
import type { ItemService } from "../tree/item.service.ts";
import { MediaCheckService } from "./media-check.service.ts";
import { type ArchiveLimits, PostprocessService } from "./postprocess.service.ts";

export interface PostprocessServices {
  readonly mediaCheck: MediaCheckService;
  readonly postprocess: PostprocessService;
}

interface Deps {
  readonly access: AccessService;
  readonly annotationFiles: AnnotationFileService;
  readonly stagedRevisions: StagedRevisions;
  readonly files: FileService;
  readonly folders: FolderService;
  readonly items: ItemService;
  readonly work: AnnotationWork;
}

export function createPostprocessServices(
  ports: Ports,
  deps: Deps,
  registry: JobRegistry,
  limits: ArchiveLimits,
): PostprocessServices {
  const mediaCheck = new MediaCheckService(ports, deps.access, registry);
  return { mediaCheck, postprocess: new PostprocessService(ports, { ...deps, mediaCheck }, limits) };
}
