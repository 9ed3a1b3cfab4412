/** Annotations: reading, saving, their files and their review. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { MediaService } from "../media/media.service.ts";
import type { DatasetMessages } from "../site/dataset-messages.ts";
import { AnnotationChangesService } from "./annotation-changes.service.ts";
import { AnnotationFileService } from "./annotation-file.service.ts";
import { AnnotationImageService } from "./annotation-image.service.ts";
import type { AnnotationWork } from "./annotation-work/annotation-work.ts";
import { AnnotationService } from "./annotation.service.ts";
import { ReviewService } from "./review.service.ts";
import { RevisionWriter } from "./revision-writer.ts";
import { SaveService } from "./save.service.ts";
import { StagedRevisions } from "./staged-revisions.ts";

export interface AnnotationServices {
  readonly annotationChanges: AnnotationChangesService;
  readonly annotationFiles: AnnotationFileService;
  readonly annotationImages: AnnotationImageService;
  readonly annotations: AnnotationService;
  readonly review: ReviewService;
  readonly saves: SaveService;
  readonly stagedRevisions: StagedRevisions;
}

interface Deps {
  readonly access: AccessService;
  readonly media: MediaService;
  readonly messages: DatasetMessages;
  readonly work: AnnotationWork;
}

export function createAnnotationServices(ports: Ports, { access, media, messages, work }: Deps): AnnotationServices {
  const annotationImages = new AnnotationImageService(ports, { access, work });
  const writer = new RevisionWriter(ports, { messages, images: annotationImages });
  const stagedRevisions = new StagedRevisions(ports, writer);
  const annotations = new AnnotationService(ports, { access, work, writer, staged: stagedRevisions });
  return {
    annotationChanges: new AnnotationChangesService(ports, access),
    annotationFiles: new AnnotationFileService(ports, { access, annotations, media, work }),
    annotationImages,
    annotations,
    review: new ReviewService(ports, access, { annotations, media, work }),
    saves: new SaveService(ports, { access, work, writer }),
    stagedRevisions,
  };
}
