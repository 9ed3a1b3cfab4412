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

export interface AnnotationServices {
  readonly annotationChanges: AnnotationChangesService;
  readonly annotationFiles: AnnotationFileService;
  readonly annotationImages: AnnotationImageService;
  readonly annotations: AnnotationService;
  readonly review: ReviewService;
}

interface Uses {
  readonly access: AccessService;
  readonly media: MediaService;
  readonly messages: DatasetMessages;
  readonly work: AnnotationWork;
}

export function createAnnotationServices(ports: Ports, { access, media, messages, work }: Uses): AnnotationServices {
  const annotationImages = new AnnotationImageService(ports, { access, work });
  const annotations = new AnnotationService(ports, { access, messages, work, images: annotationImages });
  return {
    annotationChanges: new AnnotationChangesService(ports, access),
    annotationFiles: new AnnotationFileService(ports, { access, annotations, media, work }),
    annotationImages,
    annotations,
    review: new ReviewService(ports, access),
  };
}
