/** Datasets, and everything that belongs to them: cameras, attachments, comments, tasks, scores. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { AnnotationFileService } from "../annotations/annotation-file.service.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import type { AnnotationService } from "../annotations/annotation.service.ts";
import type { MediaService } from "../media/media.service.ts";
import type { DatasetMessages } from "../site/dataset-messages.ts";
import type { NotificationService } from "../site/notification.service.ts";
import type { CopyService } from "../tree/copy.service.ts";
import type { FileService } from "../tree/file.service.ts";
import type { FolderService } from "../tree/folder.service.ts";
import { AttachmentService } from "./attachment.service.ts";
import { CloneService } from "./clone.service.ts";
import { CommentService } from "./comment.service.ts";
import { DatasetArchiveService } from "./dataset-archive.service.ts";
import { DatasetSearchService } from "./dataset-search.service.ts";
import { DatasetService } from "./dataset.service.ts";
import { LabelSummaryService } from "./label-summary.service.ts";
import { MultiCamService } from "./multicam.service.ts";
import { PresenceService } from "./presence.service.ts";
import { RunCorrectionsService } from "./run-corrections.service.ts";
import { ScoringResultService } from "./scoring-result.service.ts";
import { TaskAgreementService } from "./task-agreement.service.ts";
import { TaskWorkService } from "./task-work.service.ts";
import { TaskService } from "./task.service.ts";

export interface DatasetServices {
  readonly attachments: AttachmentService;
  readonly clones: CloneService;
  readonly comments: CommentService;
  readonly datasetArchives: DatasetArchiveService;
  readonly datasetSearch: DatasetSearchService;
  readonly datasets: DatasetService;
  readonly labelSummaries: LabelSummaryService;
  readonly multiCams: MultiCamService;
  readonly presence: PresenceService;
  readonly runCorrections: RunCorrectionsService;
  readonly scoringResults: ScoringResultService;
  readonly taskAgreement: TaskAgreementService;
  readonly taskWork: TaskWorkService;
  readonly tasks: TaskService;
}

interface Deps {
  readonly access: AccessService;
  readonly annotationFiles: AnnotationFileService;
  readonly annotations: AnnotationService;
  readonly copies: CopyService;
  readonly files: FileService;
  readonly folders: FolderService;
  readonly media: MediaService;
  readonly messages: DatasetMessages;
  readonly notifications: NotificationService;
  readonly work: AnnotationWork;
}

export function createDatasetServices(ports: Ports, deps: Deps): DatasetServices {
  const { access, annotationFiles, annotations, copies, files, folders, media, messages, notifications, work } = deps;
  const datasets = new DatasetService(ports, { access, copies, folders, media });
  return {
    attachments: new AttachmentService(ports, { access, files }),
    clones: new CloneService(ports, access),
    comments: new CommentService(ports, { access, messages, notifications }),
    datasetArchives: new DatasetArchiveService(ports, { access, annotationFiles, datasets, media }),
    datasetSearch: new DatasetSearchService(ports, access),
    datasets,
    labelSummaries: new LabelSummaryService(ports, access),
    multiCams: new MultiCamService(ports, { access, files }),
    presence: new PresenceService(ports, access, messages),
    runCorrections: new RunCorrectionsService(ports, { access, work }),
    scoringResults: new ScoringResultService(ports, { access, files }),
    taskAgreement: new TaskAgreementService(ports, { access, annotations, work }),
    taskWork: new TaskWorkService(ports, access),
    tasks: new TaskService(ports, { access, annotations, media, notifications, work }),
  };
}
