/** Jobs, and the messages about them. */
import {
  anyShape,
  booleanShape,
  documentShape,
  eitherOf,
  exactly,
  integerShape,
  listOf,
  nullable,
  numberShape,
  objectShape,
  oneOf,
  optional,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { JobStatus } from "../job-status.ts";
import { dateShape, idShape, levelShape } from "./basics.ts";

export { JobStatus };
const statusShape = oneOf(...Object.values(JobStatus));

export const jobShape = documentShape("Job", {
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
  progress: nullable(exactly({ total: numberShape, current: numberShape, message: textShape })),
  /** Only when one job is read. */
  log: optional(listOf(textShape)),
  meta: objectShape,
  public: booleanShape,
  parentId: nullable(idShape),
  asynchronous: booleanShape,
  timestamps: listOf(exactly({ status: statusShape, time: dateShape })),
  handler: textShape,
  dataset_id: optional(idShape),
  params: optional(objectShape),
  /** Only for site administrators. */
  args: optional(listOf(anyShape)),
  kwargs: optional(eitherOf(objectShape, textShape)),
});
export type Job = TypeOf<typeof jobShape>;

/** One event of `GET notification/stream`. */
export const eventShape = documentShape("Event", {
  _id: idShape,
  type: textShape,
  data: objectShape,
  time: dateShape,
  updated: dateShape,
  /** Unix seconds. */
  startTime: numberShape,
  updatedTime: numberShape,
  expires: dateShape,
  userId: optional(idShape),
  tokenId: optional(idShape),
  _girderTime: integerShape,
});
export type NotificationEvent = TypeOf<typeof eventShape>;
