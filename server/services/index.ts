/** All services of a server, wired together. */
import type { Ports } from "../ports/index.ts";
import { AccessListService } from "./tree/access-list.service.ts";
import { AccessService } from "./access/access.service.ts";
import { AccountRecoveryService } from "./accounts/account-recovery.service.ts";
import { AnnotationFileService } from "./annotations/annotation-file.service.ts";
import { AnnotationImageService } from "./annotations/annotation-image.service.ts";
import { AnnotationWork } from "./annotations/annotation-work/annotation-work.ts";
import { AnnotationService } from "./annotations/annotation.service.ts";
import { AnnotationChangesService } from "./annotations/annotation-changes.service.ts";
import { ReviewService } from "./annotations/review.service.ts";
import { ApiKeyService } from "./accounts/api-key.service.ts";
import { ArchiveService } from "./tree/archive.service.ts";
import { AttachmentService } from "./datasets/attachment.service.ts";
import { AuditService } from "./access/audit.service.ts";
import { CloneService } from "./datasets/clone.service.ts";
import { CollectionService } from "./tree/collection.service.ts";
import { PresenceService } from "./datasets/presence.service.ts";
import { CommentService } from "./datasets/comment.service.ts";
import { TaskAgreementService } from "./datasets/task-agreement.service.ts";
import { RunCorrectionsService } from "./datasets/run-corrections.service.ts";
import { TaskService } from "./datasets/task.service.ts";
import { TaskWorkService } from "./datasets/task-work.service.ts";
import { ConfigurationService } from "./site/configuration.service.ts";
import { CopyService } from "./tree/copy.service.ts";
import { DatasetArchiveService } from "./datasets/dataset-archive.service.ts";
import { LabelSummaryService } from "./datasets/label-summary.service.ts";
import { DatasetSearchService } from "./datasets/dataset-search.service.ts";
import { DatasetService } from "./datasets/dataset.service.ts";
import { ScoringResultService } from "./datasets/scoring-result.service.ts";
import { FileService } from "./tree/file.service.ts";
import { FolderService } from "./tree/folder.service.ts";
import type { AccountOf } from "./accounts/external-refusal.ts";
import { type ExternalAccountRules, ExternalSignInService } from "./accounts/external-sign-in.service.ts";
import { GroupService } from "./accounts/group.service.ts";
import { HealthService, type HealthFacts } from "./site/health.service.ts";
import { ItemService } from "./tree/item.service.ts";
import { PipelineService } from "./rpc/pipeline.service.ts";
import { TrainingService } from "./rpc/training.service.ts";
import { LocalJobs } from "./jobs/local-jobs.ts";
import { jobKinds } from "./jobs/job-kinds.ts";
import { JobRegistry } from "./jobs/registry.ts";
import { RunningJobs } from "./jobs/running-jobs.ts";
import { JobWorker, type WorkerOptions } from "./jobs/worker.ts";
import { JobRetryService } from "./jobs/job-retry.service.ts";
import { JobService } from "./jobs/job.service.ts";
import { MachineService } from "./site/machine.service.ts";
import { MediaCheckService } from "./postprocess/media-check.service.ts";
import { MediaAddressService } from "./media/media-address.service.ts";
import { MediaService } from "./media/media.service.ts";
import { MultiCamService } from "./datasets/multicam.service.ts";
import { NotificationService } from "./site/notification.service.ts";
import { OneTimePasswordService } from "./accounts/one-time-password.service.ts";
import { PackService } from "./site/pack.service.ts";
import { PasswordWork } from "./accounts/password-work/password-work.ts";
import { type ArchiveLimits, PostprocessService } from "./postprocess/postprocess.service.ts";
import { ResourceService } from "./tree/resource.service.ts";
import { DatasetMessages } from "./site/dataset-messages.ts";
import { SelectionService } from "./tree/selection.service.ts";
import { RpcService } from "./rpc/rpc.service.ts";
import { ConsensusService } from "./rpc/consensus.service.ts";
import { RenderService } from "./rpc/render.service.ts";
import { ScoringService } from "./rpc/scoring.service.ts";
import { StorageService } from "./rpc/storage.service.ts";
import { SignInService } from "./accounts/sign-in.service.ts";
import { StatisticsService } from "./site/statistics.service.ts";
import { SessionService } from "./accounts/session.service.ts";
import { SettingService, type SettingDefaults } from "./site/setting.service.ts";
import { SweepService } from "./site/sweep.service.ts";
import { ConsistencyService } from "./site/consistency.service.ts";
import { SystemService } from "./site/system.service.ts";
import { TileService } from "./media/tile.service.ts";
import { ChipService } from "./media/chip.service.ts";
import { ThumbnailService } from "./media/thumbnail.service.ts";
import { TokenService } from "./accounts/token.service.ts";
import { TrashService } from "./tree/trash.service.ts";
import { UploadService, type UploadLimits } from "./tree/upload.service.ts";
import { removeWorkerToken, renewWorkerToken } from "./jobs/worker-admission.ts";
import { UserService } from "./accounts/user.service.ts";
import { WebhookSender } from "./site/webhook-sender.ts";
import { WebhookService } from "./site/webhook.service.ts";

export interface Services {
  readonly access: AccessService;
  readonly accessLists: AccessListService;
  readonly accountRecovery: AccountRecoveryService;
  readonly annotationFiles: AnnotationFileService;
  readonly annotationChanges: AnnotationChangesService;
  readonly annotationImages: AnnotationImageService;
  readonly annotations: AnnotationService;
  readonly apiKeys: ApiKeyService;
  readonly audit: AuditService;
  readonly archives: ArchiveService;
  readonly attachments: AttachmentService;
  readonly chips: ChipService;
  readonly clones: CloneService;
  readonly collections: CollectionService;
  readonly comments: CommentService;
  readonly tasks: TaskService;
  readonly runCorrections: RunCorrectionsService;
  readonly taskWork: TaskWorkService;
  readonly taskAgreement: TaskAgreementService;
  readonly consensus: ConsensusService;
  readonly configuration: ConfigurationService;
  readonly copies: CopyService;
  readonly datasetArchives: DatasetArchiveService;
  readonly datasetSearch: DatasetSearchService;
  readonly labelSummaries: LabelSummaryService;
  readonly datasets: DatasetService;
  readonly externalSignIns: ExternalSignInService;
  readonly files: FileService;
  readonly folders: FolderService;
  readonly groups: GroupService;
  readonly health: HealthService;
  readonly items: ItemService;
  readonly jobRegistry: JobRegistry;
  readonly jobRetries: JobRetryService;
  readonly jobs: JobService;
  readonly machines: MachineService;
  readonly media: MediaService;
  readonly mediaAddresses: MediaAddressService;
  readonly multiCams: MultiCamService;
  readonly notifications: NotificationService;
  readonly oneTimePasswords: OneTimePasswordService;
  readonly packs: PackService;
  readonly pipelines: PipelineService;
  readonly postprocess: PostprocessService;
  readonly resources: ResourceService;
  readonly presence: PresenceService;
  readonly review: ReviewService;
  readonly selections: SelectionService;
  readonly rpc: RpcService;
  readonly runningJobs: RunningJobs;
  readonly renderings: RenderService;
  readonly scoringResults: ScoringResultService;
  readonly scorings: ScoringService;
  readonly sessions: SessionService;
  readonly settings: SettingService;
  readonly signIns: SignInService;
  readonly statistics: StatisticsService;
  readonly storages: StorageService;
  readonly sweep: SweepService;
  readonly consistency: ConsistencyService;
  readonly system: SystemService;
  readonly thumbnails: ThumbnailService;
  readonly tiles: TileService;
  readonly tokens: TokenService;
  readonly trainings: TrainingService;
  readonly trash: TrashService;
  readonly uploads: UploadService;
  readonly users: UserService;
  readonly webhooks: WebhookService;
  /** The site's worker token, for its operator. */
  readonly workerTokens: { renew(): Promise<string>; remove(): Promise<void> };
  /** Not started: each server starts one. */
  createWebhookSender(onFault: (error: unknown) => void): WebhookSender;
  /** Not started: the caller decides where jobs run. */
  createWorker(options: WorkerOptions): JobWorker;
  /** Ends running jobs and the threads of the services. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly settings: SettingDefaults;
  readonly limits: UploadLimits & ArchiveLimits;
  /** For sites with an identity provider. */
  readonly externalAccounts?: ExternalAccountRules | undefined;
  /** For sites with a directory that checks passwords. */
  readonly directoryAccounts?: ExternalAccountRules | undefined;
  /** How the server was started, for administrators; without secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly health: HealthFacts;
}

export function createServices(ports: Ports, options: ServiceOptions): Services {
  const work = new AnnotationWork();
  const passwords = new PasswordWork();
  const access = new AccessService(ports);
  const settings = new SettingService(ports, options.settings);
  const tokens = new TokenService(ports);
  const folders = new FolderService(ports, access);
  const trash = new TrashService(ports, access, folders);
  const oneTimePasswords = new OneTimePasswordService(ports, access);
  const accountOf: AccountOf = async (identity) => await directoryAccounts.accountOf(identity);
  const signIns = new SignInService(ports, { access, tokens, settings, oneTimePasswords, passwords, accountOf });
  const users = new UserService(ports, { access, tokens, folders, settings, signIns, passwords });
  const directoryAccounts = new ExternalSignInService(ports, { users, tokens }, options.directoryAccounts);
  const collections = new CollectionService(ports, { access, folders, settings });
  const groups = new GroupService(ports, access);
  const items = new ItemService(ports, access, folders);
  const files = new FileService(ports, access);
  const archives = new ArchiveService(ports, access);
  const copies = new CopyService(ports, access);
  const uploads = new UploadService(ports, { access, settings }, options.limits);
  const media = new MediaService(ports, access);
  const mediaAddresses = new MediaAddressService(ports, media);
  const messages = new DatasetMessages(ports, access);
  const notifications = new NotificationService(ports, { settings, messages });
  const jobs = new JobService(ports, { access, notifications, tokens });
  const runningJobs = new RunningJobs(ports, jobs);
  const localJobs = new LocalJobs(jobs, runningJobs);
  const registry: JobRegistry = new JobRegistry(jobKinds, ports, { jobs, localJobs }, () => uses);
  const mediaCheck = new MediaCheckService(ports, access, registry);
  const tiles = new TileService(ports, access);
  const datasets = new DatasetService(ports, { access, copies, folders, media });
  const annotationImages = new AnnotationImageService(ports, { access, work });
  const annotations = new AnnotationService(ports, { access, messages, work, images: annotationImages });
  const annotationFiles = new AnnotationFileService(ports, { access, annotations, media, work });
  const postprocess = new PostprocessService(
    ports,
    { access, annotations, annotationFiles, files, folders, items, mediaCheck, work },
    options.limits,
  );
  const attachments = new AttachmentService(ports, { access, files });
  const multiCams = new MultiCamService(ports, { access, files });
  const accountRecovery = new AccountRecoveryService(ports, { tokens, settings });
  const configuration = new ConfigurationService(ports, registry);
  const pipelines = new PipelineService(ports, { access, attachments, configuration }, registry);
  const rpc = new RpcService({ access, configuration, folders, items, mediaCheck, postprocess }, registry);
  const storages = new StorageService(ports, { access, configuration, jobs }, registry);
  const scorings = new ScoringService(ports, { access, configuration }, registry);
  const renderings = new RenderService(ports, { access, configuration, media }, registry);
  const consensus = new ConsensusService(ports, { access, configuration }, registry);
  const trainings = new TrainingService(ports, { access, configuration }, registry);
  /** Services available to jobs; each kind of job declares which it uses. */
  const uses = {
    access,
    annotationFiles,
    annotations,
    attachments,
    configuration,
    consensus,
    datasets,
    folders,
    jobs,
    media,
    multiCams,
    pipelines,
    ports,
    postprocess,
    registry,
    renderings,
    rpc,
    scorings,
    storages,
    trainings,
    work,
    limits: options.limits,
  };
  return {
    access,
    accessLists: new AccessListService(ports, access),
    accountRecovery,
    annotationFiles,
    annotationChanges: new AnnotationChangesService(ports, access),
    annotationImages,
    annotations,
    apiKeys: new ApiKeyService(ports, tokens),
    audit: new AuditService(ports),
    attachments,
    archives,
    chips: new ChipService(ports, { access, media, tiles }),
    clones: new CloneService(ports, access),
    externalSignIns: new ExternalSignInService(ports, { users, tokens }, options.externalAccounts),
    comments: new CommentService(ports, { access, messages, notifications }),
    consensus,
    taskAgreement: new TaskAgreementService(ports, { access, annotations, work }),
    runCorrections: new RunCorrectionsService(ports, { access, annotations, work }),
    taskWork: new TaskWorkService(ports, access),
    tasks: new TaskService(ports, { access, annotations, media, notifications, work }),
    collections,
    copies,
    configuration,
    datasetArchives: new DatasetArchiveService(ports, { access, annotationFiles, datasets, media }),
    datasetSearch: new DatasetSearchService(ports, access),
    labelSummaries: new LabelSummaryService(ports, access),
    datasets,
    files,
    folders,
    groups,
    health: new HealthService(ports, options.health),
    items,
    jobRegistry: registry,
    jobRetries: new JobRetryService(jobs, registry),
    jobs,
    machines: new MachineService(access),
    media,
    mediaAddresses,
    multiCams,
    notifications,
    oneTimePasswords,
    packs: new PackService(ports),
    pipelines,
    postprocess,
    resources: new ResourceService(ports, { access, collections, files, folders, groups, items, trash, users }),
    presence: new PresenceService(ports, access, messages),
    review: new ReviewService(ports, access),
    selections: new SelectionService(ports, { archives, copies, folders, items }),
    renderings,
    rpc,
    runningJobs,
    scoringResults: new ScoringResultService(ports, { access, files }),
    scorings,
    sessions: new SessionService(ports, access),
    settings,
    signIns,
    statistics: new StatisticsService(ports),
    storages,
    sweep: new SweepService(ports, { annotations, runningJobs, notifications, tokens, trash, uploads }),
    consistency: new ConsistencyService(ports),
    system: new SystemService(ports, uploads, options.facts),
    thumbnails: new ThumbnailService(ports, { access, media, tiles }),
    tiles,
    tokens,
    trainings,
    trash,
    uploads,
    users,
    webhooks: new WebhookService(ports, access),
    workerTokens: {
      renew: () => ports.database.transaction("site", renewWorkerToken),
      remove: () => ports.database.transaction("site", removeWorkerToken),
    },
    createWebhookSender: (onFault) => new WebhookSender(ports, access, onFault),
    createWorker: (given) => new JobWorker(ports, jobs, (job) => registry.taskOf(job), given),
    close: async () => {
      const closing = new AsyncDisposableStack();
      // The last one first.
      for (const part of [passwords, work, annotationImages, localJobs, accountRecovery, users]) {
        closing.defer(() => part.close());
      }
      await closing.disposeAsync();
    },
  };
}
