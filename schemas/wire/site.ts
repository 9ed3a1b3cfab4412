/** The installation: its storage, settings and statistics. */
import {
  anyShape,
  booleanShape,
  documentShape,
  eitherOf,
  exactly,
  integerShape,
  listOf,
  mapOf,
  nullable,
  numberShape,
  oneOf,
  optional,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { dateShape, idShape } from "./basics.ts";

export const assetstoreShape = documentShape("Assetstore", {
  _id: idShape,
  name: textShape,
  /** 0: a disk, 2: S3. */
  type: oneOf(0, 2),
  created: dateShape,
  /** Whether uploads are stored there. */
  current: booleanShape,
  /** For a media source: a path on the server, or `s3://bucket/prefix`. */
  root: optional(textShape),
  readOnly: optional(booleanShape),
  hasFiles: booleanShape,
  /** After a change of the place: the job that compares the files there with the datasets. */
  checkJob: optional(idShape),
  capacity: exactly({ free: nullable(numberShape), total: nullable(numberShape) }),
  /**
   * Why browsers could not read it themselves in the last 24 hours. `blocked`: its rules (CORS) do not allow the site's
   * pages, or they cannot reach it; `refused`: it answers with an error; `changed`: it has other bytes than were
   * imported.
   */
  directFailure: optional(exactly({ reason: oneOf("blocked", "refused", "changed"), at: dateShape })),
});
export type Assetstore = TypeOf<typeof assetstoreShape>;

export const serverConfigurationShape = documentShape("ServerConfiguration", {
  distributedWorker: nullable(textShape),
  pipelinesEnabled: booleanShape,
  trainingEnabled: booleanShape,
  jobsDisabled: booleanShape,
  jobsDisabledMessage: textShape,
});
export type ServerConfiguration = TypeOf<typeof serverConfigurationShape>;

/** A setting for the user who runs a pipeline, passed in `pipelineParams.kwiverParams` under the key. */
const pipeParameterShape = documentShape("PipeParameter", {
  label: textShape,
  type: oneOf("number", "boolean", "text", "select"),
  /** Bounds and step of a number, items of a choice; empty for other types. */
  type_props: exactly({
    min: optional(numberShape),
    max: optional(numberShape),
    step: optional(numberShape),
    items: optional(listOf(textShape)),
  }),
  key: textShape,
  default: nullable(eitherOf(textShape, numberShape, booleanShape)),
  required: optional(booleanShape),
});
export type PipeParameter = TypeOf<typeof pipeParameterShape>;

const pipeMetadataShape = documentShape("PipeMetadata", {
  description: nullable(textShape),
  diveParams: listOf(pipeParameterShape),
  inputType: optional(textShape),
  outputType: optional(textShape),
  requiresCalibration: optional(booleanShape),
  metadataFileKey: optional(textShape),
  imageListKeys: optional(listOf(textShape)),
  calibrationKeys: optional(listOf(textShape)),
});
export type PipeMetadata = TypeOf<typeof pipeMetadataShape>;

const trainingQualityShape = documentShape("TrainingQuality", {
  /** On held-out pictures: 0 to 1, the mean over the types. */
  averagePrecision: optional(numberShape),
  loss: optional(numberShape),
  heldOutPictures: optional(integerShape),
});
export type TrainingQuality = TypeOf<typeof trainingQualityShape>;

/** How a model was trained, as stored in its folder: users with write access there can change it. */
const trainingRecordShape = documentShape("TrainingRecord", {
  /** When it ended: ISO 8601. */
  date: textShape,
  /** A login. */
  by: textShape,
  configuration: textShape,
  /** With the revisions used for training; only the first ones if there are very many. */
  datasets: listOf(exactly({ id: textShape, name: textShape, revision: integerShape })),
  datasetCount: integerShape,
  quality: optional(trainingQualityShape),
});
export type TrainingRecord = TypeOf<typeof trainingRecordShape>;

/** A pipeline as listed by `GET dive_configuration/pipelines`; a client sends it back to run it. */
const pipeShape = documentShape("Pipe", {
  name: textShape,
  /** Its category. */
  type: textShape,
  /** The file that defines it. */
  pipe: textShape,
  /** The folder of a pipeline trained by a user; `null`: it came with the installation. */
  folderId: nullable(idShape),
  metadata: optional(pipeMetadataShape),
  ownerLogin: optional(textShape),
  ownerId: optional(idShape),
  /** For a pipeline trained by a user, if recorded. */
  training: optional(trainingRecordShape),
});
export type Pipe = TypeOf<typeof pipeShape>;

const pipelineCategoryShape = exactly({ pipes: listOf(pipeShape), description: textShape });
export type PipelineCategory = TypeOf<typeof pipelineCategoryShape>;
/** By category. */
export const pipelinesShape = mapOf(pipelineCategoryShape);

export const brandShape = documentShape("BrandData", {
  name: optional(textShape),
  logo: optional(textShape),
  favicon: optional(textShape),
  loginMessage: optional(textShape),
  trainingMessage: optional(textShape),
  alertMessage: optional(textShape),
  vuetify: optional(anyShape),
});
export type BrandData = TypeOf<typeof brandShape>;

/** `GET system/audit`: one change of access, an account, a group or a setting. */
export const auditEntryShape = documentShape("AuditEntry", {
  _id: idShape,
  created: dateShape,
  /** `null`: the server itself, or its command line. */
  actorId: nullable(idShape),
  actorLogin: textShape,
  area: oneOf("access", "user", "group", "setting"),
  action: textShape,
  targetType: textShape,
  targetId: textShape,
  targetName: textShape,
  changes: listOf(exactly({ name: textShape, from: nullable(textShape), to: nullable(textShape) })),
});
export type AuditEntry = TypeOf<typeof auditEntryShape>;

const partFields = { kind: textShape, answerMs: nullable(numberShape) };
/** `GET system/health`: the current state of the site. */
export const healthShape = documentShape("Health", {
  started: dateShape,
  versions: exactly({ wakeline: textShape, api: textShape, node: textShape, schema: integerShape }),
  memoryBytes: integerShape,
  database: exactly(partFields),
  files: exactly({ ...partFields, free: nullable(numberShape), total: nullable(numberShape) }),
  queues: listOf(
    exactly({
      name: textShape,
      waiting: integerShape,
      running: integerShape,
      /** Since when the first job has been waiting. */
      oldest: nullable(dateShape),
      /** Number of workers that serve it. */
      workers: integerShape,
    }),
  ),
  workers: listOf(exactly({ name: textShape, queues: listOf(textShape) })),
  sendsMail: booleanShape,
  convertsVideo: booleanShape,
  trains: booleanShape,
});
export type Health = TypeOf<typeof healthShape>;

const counts = mapOf(integerShape);
/** `GET dive_configuration/stats`. Months are `YYYY-MM`. */
export const statisticsShape = documentShape("Statistics", {
  /** `jobs` by type; `jobStatuses` by the name of their status. */
  table_stats: exactly({ datasets: integerShape, jobs: counts, jobStatuses: counts, newUsers: integerShape }),
  groupByUser: optional(exactly({ datasets: counts, jobs: counts })),
  groupByMonth: optional(exactly({ datasets: counts, jobs: counts, newUsers: counts })),
});
export type Statistics = TypeOf<typeof statisticsShape>;
