/** The documents of `wire.ts` as shapes: what the description of the api calls them and says of their fields. */
import {
  anyShape,
  booleanShape,
  documentOf,
  documentShape,
  eitherOf,
  exactly,
  extended,
  type FieldsOf,
  integerShape,
  listOf,
  mapOf,
  nullable,
  numberShape,
  objectShape,
  oneOf,
  optional,
  patternShape,
  type Shape,
  textShape,
} from "./shape.ts";
import type { DatasetType } from "./generated/types.ts";
import {
  type AccessLevel,
  type AccessList,
  type ApiKey,
  type Assetstore,
  type AuthToken,
  type BrandData,
  type Calibration,
  type Collection,
  type Dataset,
  type DatasetMedia,
  type FileDocument,
  type Folder,
  type FolderMeta,
  type FrameMetadataSource,
  type FrameMetadataSources,
  type Item,
  type Job,
  JobStatus,
  type Login,
  type MediaFile,
  type NewMultiCam,
  type NotificationEvent,
  type ParentType,
  type Pipe,
  type PipelineCategory,
  type PostprocessReply,
  type Revision,
  type RootPathEntry,
  type ScopeDescription,
  type ServerConfiguration,
  type Statistics,
  type TokenDocument,
  type TypeSummary,
  type Upload,
  type User,
  type UserGroup,
  type ValidateFilesReply,
} from "./wire.ts";

export const idShape = patternShape("^[0-9a-f]{24}$");
export const dateShape = patternShape(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$`, "date-time");
const levelShape: Shape<AccessLevel> = oneOf(-1, 0, 1, 2);
const parentTypeShape: Shape<ParentType> = oneOf("user", "folder", "collection");
const baseShape = oneOf("user", "collection");
const datasetTypeShape: Shape<DatasetType> = oneOf("image-sequence", "video", "large-image", "multi");
const subTypeShape = oneOf("stereo", "multicam");

export const messageShape = exactly<{ message: string }>({ message: textShape });
/** Any keys: those that this product reads are named in its documentation. */
export const metaShape: Shape<FolderMeta> = objectShape;

const folderFields: FieldsOf<Folder> = {
  _id: idShape,
  _modelType: oneOf("folder"),
  _accessLevel: levelShape,
  name: textShape,
  description: textShape,
  public: nullable(booleanShape),
  publicFlags: listOf(textShape),
  created: dateShape,
  updated: dateShape,
  size: integerShape,
  meta: metaShape,
  parentId: idShape,
  parentCollection: parentTypeShape,
  creatorId: nullable(idShape),
  baseParentType: baseShape,
  baseParentId: idShape,
  foreign_media_id: optional(idShape),
  ownerLogin: optional(textShape),
};
export const folderShape = documentShape<Folder>("Folder", folderFields);

export const itemShape = documentShape<Item>("Item", {
  _id: idShape,
  _modelType: oneOf("item"),
  name: textShape,
  description: textShape,
  created: dateShape,
  updated: dateShape,
  size: integerShape,
  meta: objectShape,
  creatorId: nullable(idShape),
  folderId: idShape,
  baseParentType: baseShape,
  baseParentId: idShape,
  copyOfItem: optional(idShape),
});

export const fileShape = documentShape<FileDocument>("File", {
  _id: idShape,
  _modelType: oneOf("file"),
  name: textShape,
  mimeType: textShape,
  itemId: idShape,
  exts: listOf(textShape),
  created: dateShape,
  updated: dateShape,
  creatorId: nullable(idShape),
  size: integerShape,
  linkUrl: optional(textShape),
  assetstoreId: optional(idShape),
});

export const uploadShape = documentShape<Upload>("Upload", {
  _id: idShape,
  assetstoreId: idShape,
  name: textShape,
  size: integerShape,
  received: integerShape,
  mimeType: textShape,
  parentType: oneOf("folder", "item"),
  parentId: idShape,
  userId: idShape,
  created: dateShape,
  updated: dateShape,
});
/** The upload as long as bytes are missing, then the file. */
export const uploadOrFileShape = eitherOf(uploadShape, fileShape);

const collectionFields: FieldsOf<Collection> = {
  _id: idShape,
  _modelType: oneOf("collection"),
  _accessLevel: levelShape,
  name: textShape,
  description: textShape,
  public: nullable(booleanShape),
  publicFlags: listOf(textShape),
  created: dateShape,
  updated: dateShape,
  size: integerShape,
  meta: objectShape,
};
export const collectionShape = documentShape<Collection>("Collection", collectionFields);

const userFields: FieldsOf<User> = {
  _id: idShape,
  _modelType: oneOf("user"),
  _accessLevel: levelShape,
  login: textShape,
  firstName: textShape,
  lastName: textShape,
  admin: booleanShape,
  public: booleanShape,
  created: dateShape,
  user_private_queue_enabled: optional(booleanShape),
  email: optional(textShape),
  status: optional(oneOf("enabled", "disabled", "pending")),
  emailVerified: optional(booleanShape),
  groups: optional(listOf(idShape)),
  groupInvites: optional(listOf(anyShape)),
  otp: optional(booleanShape),
  size: optional(integerShape),
};
export const userShape = documentShape<User>("User", userFields);

const groupFields: FieldsOf<UserGroup> = {
  _id: idShape,
  _modelType: oneOf("group"),
  _accessLevel: levelShape,
  name: textShape,
  description: textShape,
  public: booleanShape,
  created: dateShape,
  updated: dateShape,
  addAllowed: oneOf("default", "no", "yesmod", "yesadmin"),
  _addToGroupPolicy: oneOf("nomod"),
  requests: optional(
    listOf(exactly<{ id: string; login: string; name: string }>({ id: idShape, login: textShape, name: textShape })),
  ),
};
export const groupShape = documentShape<UserGroup>("UserGroup", groupFields);

export const accessListShape = documentShape<AccessList>("AccessList", {
  users: listOf(
    exactly<AccessList["users"][number]>({
      id: idShape,
      level: levelShape,
      flags: listOf(textShape),
      login: textShape,
      name: textShape,
    }),
  ),
  groups: listOf(
    exactly<AccessList["groups"][number]>({
      id: idShape,
      level: levelShape,
      flags: listOf(textShape),
      name: textShape,
      description: textShape,
    }),
  ),
});
export interface HasAccess {
  access: AccessList;
}
export const folderWithAccessShape = documentShape<Folder & HasAccess>("FolderWithAccess", {
  ...folderFields,
  access: accessListShape,
});
export const collectionWithAccessShape = documentShape<Collection & HasAccess>("CollectionWithAccess", {
  ...collectionFields,
  access: accessListShape,
});
export const groupWithAccessShape = documentShape<UserGroup & HasAccess>("UserGroupWithAccess", {
  ...groupFields,
  access: accessListShape,
});

export const rootPathEntryShape = documentShape<RootPathEntry>("RootPathEntry", {
  type: parentTypeShape,
  object: eitherOf(folderShape, userShape, collectionShape),
});
export const anyDocumentShape = eitherOf(folderShape, itemShape, userShape, groupShape, collectionShape, fileShape);

export const tokenShape = documentShape<AuthToken>("AuthToken", {
  token: patternShape("^[A-Za-z0-9]{64}$"),
  expires: dateShape,
  scope: optional(listOf(textShape)),
  temporary: optional(booleanShape),
});
export const tokenDocumentShape = documentShape<TokenDocument>("Token", {
  _id: idShape,
  created: dateShape,
  expires: dateShape,
  scope: listOf(textShape),
  userId: nullable(idShape),
});
export const loginShape = documentShape<Login>("Login", {
  user: userShape,
  authToken: tokenShape,
  message: textShape,
});
export const verifiedShape = exactly<Omit<Login, "authToken"> & { authToken?: AuthToken }>({
  user: userShape,
  message: textShape,
  authToken: optional(tokenShape),
});
export const registeredShape = documentShape<User & { authToken?: AuthToken }>("RegisteredUser", {
  ...userFields,
  authToken: optional(tokenShape),
});
export const scopeShape = documentShape<ScopeDescription>("Scope", {
  id: textShape,
  name: textShape,
  description: textShape,
});
export const apiKeyShape = documentShape<ApiKey>("ApiKey", {
  _id: idShape,
  _modelType: oneOf("api_key"),
  _accessLevel: levelShape,
  active: booleanShape,
  created: dateShape,
  key: textShape,
  lastUse: nullable(dateShape),
  name: textShape,
  scope: nullable(listOf(textShape)),
  tokenDuration: nullable(numberShape),
  userId: idShape,
});

export const assetstoreShape = documentShape<Assetstore>("Assetstore", {
  _id: idShape,
  name: textShape,
  type: oneOf(0, 2),
  created: dateShape,
  current: booleanShape,
  hasFiles: booleanShape,
  capacity: exactly<Assetstore["capacity"]>({ free: nullable(numberShape), total: nullable(numberShape) }),
});

const statusShape = oneOf(...Object.values(JobStatus));
export const jobShape = documentShape<Job>("Job", {
  _id: idShape,
  _modelType: oneOf("job"),
  _accessLevel: levelShape,
  title: textShape,
  type: textShape,
  status: statusShape,
  created: dateShape,
  updated: dateShape,
  when: dateShape,
  interval: numberShape,
  progress: nullable(
    exactly<NonNullable<Job["progress"]>>({ total: numberShape, current: numberShape, message: textShape }),
  ),
  log: optional(listOf(textShape)),
  meta: objectShape,
  public: booleanShape,
  parentId: nullable(idShape),
  asynchronous: booleanShape,
  timestamps: listOf(exactly<Job["timestamps"][number]>({ status: statusShape, time: dateShape })),
  handler: textShape,
  dataset_id: optional(idShape),
  params: optional(objectShape),
  args: optional(listOf(anyShape)),
  kwargs: optional(eitherOf(objectShape, textShape)),
});

export const eventShape = documentShape<NotificationEvent>("Event", {
  _id: idShape,
  type: textShape,
  data: objectShape,
  time: dateShape,
  updated: dateShape,
  startTime: numberShape,
  updatedTime: numberShape,
  expires: dateShape,
  userId: optional(idShape),
  tokenId: optional(idShape),
  _girderTime: integerShape,
});

const mediaFileShape = documentShape<MediaFile>("MediaFile", { id: idShape, url: textShape, filename: textShape });
export const mediaShape = documentShape<DatasetMedia>("DatasetMedia", {
  imageData: listOf(mediaFileShape),
  video: optional(mediaFileShape),
  sourceVideo: optional(mediaFileShape),
});

type MultiCamMedia = NonNullable<Dataset["multiCamMedia"]>;
type DatasetFacts = Pick<
  Dataset,
  | ("version" | "id" | "name" | "type" | "createdAt" | "fps" | "annotate" | "originalFps" | "ffprobe_info")
  | ("foreign_media_id" | "subType" | "multiCamMedia")
>;
export const datasetShape: Shape<Dataset> = extended<"DatasetConfiguration", DatasetFacts>(
  "Dataset",
  "DatasetConfiguration",
  {
    version: integerShape,
    id: idShape,
    name: textShape,
    type: datasetTypeShape,
    createdAt: patternShape(String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?\+00:00$`),
    fps: numberShape,
    annotate: booleanShape,
    originalFps: optional(numberShape),
    ffprobe_info: optional(objectShape),
    foreign_media_id: optional(idShape),
    subType: optional(subTypeShape),
    multiCamMedia: optional(
      exactly<MultiCamMedia>({
        defaultDisplay: textShape,
        cameraOrder: listOf(textShape),
        cameras: mapOf(
          exactly<MultiCamMedia["cameras"][string]>({
            type: datasetTypeShape,
            imageData: listOf(mediaFileShape),
            videoUrl: textShape,
          }),
        ),
      }),
    ),
  },
);

export const multiCamFolderShape = documentShape<Folder & { importWarnings?: string[] }>("MultiCamFolder", {
  ...folderFields,
  importWarnings: optional(listOf(textShape)),
});

export const newMultiCamShape = documentShape<NewMultiCam>("NewMultiCam", {
  name: textShape,
  fps: numberShape,
  type: datasetTypeShape,
  subType: subTypeShape,
  defaultDisplay: textShape,
  cameras: mapOf(exactly<NewMultiCam["cameras"][string]>({ folderId: idShape, type: datasetTypeShape })),
  cameraOrder: optional(listOf(textShape)),
  calibrationFileId: optional(idShape),
  metadataFileId: optional(idShape),
});

export const calibrationShape = documentShape<Calibration>("Calibration", {
  itemId: nullable(idShape),
  jsonItemId: nullable(idShape),
  originalName: nullable(textShape),
  path: nullable(textShape),
  jsonPath: nullable(textShape),
  calibration: optional(documentOf("StereoCalibration")),
  conversionError: optional(textShape),
});

const frameMetadataSourceShape: Shape<FrameMetadataSource> = eitherOf(
  exactly<{ itemId: string; name: string }>({ itemId: idShape, name: textShape }),
  exactly<{ name: string; error: string }>({ name: textShape, error: textShape }),
);
export const frameMetadataSourcesShape = documentShape<FrameMetadataSources>("FrameMetadataSources", {
  cameras: mapOf(frameMetadataSourceShape),
  shared: optional(frameMetadataSourceShape),
});

export const validateFilesShape = documentShape<ValidateFilesReply>("ValidateFilesReply", {
  ok: booleanShape,
  message: textShape,
  type: oneOf("image-sequence", "video", "large-image", "multi", ""),
  media: listOf(textShape),
  annotations: listOf(textShape),
  roles: exactly<ValidateFilesReply["roles"]>({
    media: listOf(textShape),
    annotations: listOf(textShape),
    datasetConfig: listOf(textShape),
    frameMetadata: listOf(textShape),
    ignored: listOf(textShape),
  }),
  reasons: mapOf(textShape),
});

export const postprocessShape = documentShape<PostprocessReply>("PostprocessReply", {
  folder: folderShape,
  warnings: listOf(textShape),
  job_ids: listOf(idShape),
  configurationHierarchyWrite: exactly<PostprocessReply["configurationHierarchyWrite"]>({
    action: oneOf("none", "set", "delete"),
    hierarchy: optional(mapOf(textShape)),
  }),
});

export const revisionShape = documentShape<Revision>("Revision", {
  dataset: idShape,
  author_id: idShape,
  author_name: textShape,
  revision: integerShape,
  additions: integerShape,
  deletions: integerShape,
  created: dateShape,
  description: textShape,
  set: nullable(textShape),
});

export const typeSummaryShape = documentShape<TypeSummary>("TypeSummary", {
  _id: textShape,
  count: integerShape,
  datasets: listOf(exactly<TypeSummary["datasets"][number]>({ id: idShape, name: textShape })),
});

export const serverConfigurationShape = documentShape<ServerConfiguration>("ServerConfiguration", {
  distributedWorker: nullable(textShape),
  pipelinesEnabled: booleanShape,
  trainingEnabled: booleanShape,
  jobsDisabled: booleanShape,
  jobsDisabledMessage: textShape,
});

const pipeShape = documentShape<Pipe>("Pipe", {
  name: textShape,
  type: textShape,
  pipe: textShape,
  folderId: nullable(idShape),
  metadata: optional(objectShape),
  ownerLogin: optional(textShape),
  ownerId: optional(idShape),
});
/** By category. */
export const pipelinesShape = mapOf(exactly<PipelineCategory>({ pipes: listOf(pipeShape), description: textShape }));

export const brandShape = documentShape<BrandData>("BrandData", {
  name: optional(textShape),
  logo: optional(textShape),
  favicon: optional(textShape),
  loginMessage: optional(textShape),
  trainingMessage: optional(textShape),
  alertMessage: optional(textShape),
  vuetify: optional(anyShape),
});

const counts = mapOf(integerShape);
export const statisticsShape = documentShape<Statistics>("Statistics", {
  table_stats: exactly<Statistics["table_stats"]>({ datasets: integerShape, jobs: counts, newUsers: integerShape }),
  groupByUser: optional(exactly<NonNullable<Statistics["groupByUser"]>>({ datasets: counts, jobs: counts })),
  groupByMonth: optional(
    exactly<NonNullable<Statistics["groupByMonth"]>>({ datasets: counts, jobs: counts, newUsers: counts }),
  ),
});
