/** Tasks: work requested on a dataset, and its progress. */
import {
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  nullable,
  numberShape,
  oneOf,
  optional,
  patternShape,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { dateShape, idShape } from "./basics.ts";

/** `sentBack`: the review requested changes; the assignee continues. */
export const taskStateShape = oneOf("toDo", "inWork", "inReview", "accepted", "sentBack");
export type TaskState = TypeOf<typeof taskStateShape>;
export const taskMoveShape = oneOf("start", "handIn", "accept", "sendBack");
export type TaskMove = TypeOf<typeof taskMoveShape>;
export const taskPriorityShape = oneOf("low", "normal", "high");
export type TaskPriority = TypeOf<typeof taskPriorityShape>;
/** `YYYY-MM-DD`. */
export const dayShape = patternShape(String.raw`^\d{4}-\d\d-\d\d$`);
const personShape = exactly({ id: idShape, login: textShape });

/** A required attribute that tracks do not have, or a rule that is broken, and the first place of it. */
const missingShape = exactly({
  kind: oneOf("attribute", "rule"),
  name: textShape,
  count: integerShape,
  trackId: integerShape,
  frame: integerShape,
  camera: optional(textShape),
});

export const taskShape = documentShape("Task", {
  _id: idShape,
  datasetId: idShape,
  datasetName: textShape,
  /** The annotation set to work in; absent: the default one. */
  set: optional(textShape),
  /** First and last frames, from 0; empty: all frames. */
  ranges: listOf(listOf(integerShape)),
  instructions: textShape,
  /** The types to annotate; empty: everything. */
  types: listOf(textShape),
  /** Attributes that every track in these frames must have. */
  attributes: listOf(textShape),
  /** Codes of rules of `wakeline validate --all` that these frames must pass. */
  rules: listOf(textShape),
  assignee: personShape,
  /** Absent: the dataset's administrators review it. */
  reviewer: optional(personShape),
  /** In lists of a folder: logins of its assignee and reviewer who may no longer write the dataset. */
  withoutRights: optional(listOf(textShape)),
  due: optional(dayShape),
  priority: taskPriorityShape,
  state: taskStateShape,
  /** Counts the changes of the task. A change includes the version that it is based on. */
  version: integerShape,
  createdBy: textShape,
  created: dateShape,
  /** The changes of state, oldest first. */
  history: listOf(
    exactly({
      state: taskStateShape,
      at: dateShape,
      byLogin: textShape,
      /** The latest revision of the dataset at that time; absent in a dataset of several cameras. */
      revision: optional(integerShape),
      text: optional(textShape),
      /** The reviewer accepted it after correcting it. */
      fixed: optional(booleanShape),
      /** Requirements not met when it was handed in. */
      missing: optional(listOf(missingShape)),
    }),
  ),
});
export type Task = TypeOf<typeof taskShape>;

export const taskOverviewRowShape = documentShape("TaskOverviewRow", {
  taskId: idShape,
  datasetId: idShape,
  datasetName: textShape,
  assigneeLogin: textShape,
  state: taskStateShape,
  /** Absent: the row for the whole task; empty: tracks without a type. */
  type: optional(textShape),
  /** Tracks in the frames of the task. */
  objects: integerShape,
  /** Number of the task's frames spanned by these tracks, summed over the tracks. */
  frames: integerShape,
});
export type TaskOverviewRow = TypeOf<typeof taskOverviewRowShape>;

/** The work of one person in a dataset on a day. */
export const workRowShape = documentShape("WorkRow", {
  login: textShape,
  /** Of the save, in UTC. */
  day: dayShape,
  datasetId: idShape,
  datasetName: textShape,
  /** Absent: the default set. */
  set: optional(textShape),
  /** Absent: no task of the person. */
  taskId: optional(idShape),
  /** Empty: tracks without a type, or groups. */
  type: textShape,
  /** As the pages of the person measured it, shared out among the tracks of each save. */
  activeSeconds: numberShape,
  /** Tracks that were drawn, changed or deleted. */
  objects: integerShape,
  /** Number of the task's frames spanned by these tracks, summed over the tracks. */
  frames: integerShape,
});
export type WorkRow = TypeOf<typeof workRowShape>;

const shareShape = nullable(numberShape);
/** Corrections to the tracks of pipelines, run by run. */
export const runCorrectionsShape = documentShape("RunCorrections", {
  rows: listOf(
    exactly({
      datasetId: idShape,
      datasetName: textShape,
      /** Absent: the default set. */
      set: optional(textShape),
      /** Of the run. */
      revision: integerShape,
      /** The last revision that is compared: the one before the next run, or the newest. */
      upTo: integerShape,
      /** The revision's description, which names the pipeline. */
      run: textShape,
      login: textShape,
      created: dateShape,
      /** As the run found it; of what it missed, as people drew it. Absent: all types. */
      type: optional(textShape),
      tracks: integerShape,
      /** Of the run; `kept`, `moved`, `split` and `deleted` add up to it. */
      boxes: integerShape,
      kept: integerShape,
      moved: integerShape,
      /** Mean IoU of the moved boxes with those of the run; `null`: none was moved. */
      movedIou: shareShape,
      /** Tracks. */
      retyped: integerShape,
      /** Boxes that are now in a track that people made. */
      split: integerShape,
      deleted: integerShape,
      /** Boxes that people added. */
      missed: integerShape,
    }),
  ),
  /** Older runs than one answer compares. */
  leftOut: integerShape,
});
export type RunCorrections = TypeOf<typeof runCorrectionsShape>;

export const taskAgreementShape = documentShape("TaskAgreement", {
  rows: listOf(
    exactly({
      login: textShape,
      /** Absent: all others together. */
      other: optional(textShape),
      /** Absent: all types. */
      type: optional(textShape),
      /** Pieces of frames that were compared. */
      pieces: integerShape,
      boxes: integerShape,
      otherBoxes: integerShape,
      /** At an IoU of 0.5; `null`: there are no boxes. */
      f1: shareShape,
      /** Of the boxes that match; `null`: none does. */
      meanIou: shareShape,
      hota: shareShape,
      idf1: shareShape,
      /** Values of track attributes that are the same, of those that at least one of two matched tracks has. */
      sameValues: integerShape,
      comparedValues: integerShape,
    }),
  ),
  /** Where two people differ, the most different frames first. */
  frames: listOf(
    exactly({
      datasetId: idShape,
      datasetName: textShape,
      login: textShape,
      /** The annotation set of `login`; absent: the default one. */
      set: optional(textShape),
      other: textShape,
      otherSet: optional(textShape),
      frame: integerShape,
      /** Boxes that only `other` has. */
      missed: integerShape,
      /** Boxes that only `login` has. */
      extra: integerShape,
      otherType: integerShape,
    }),
  ),
  framesLeftOut: integerShape,
  /** Scores of handed-in work, on frames of accepted tasks on clones that the annotators cannot read. */
  hidden: exactly({
    rows: listOf(
      exactly({
        login: textShape,
        /** Absent: all types. */
        type: optional(textShape),
        pieces: integerShape,
        boxes: integerShape,
        truthBoxes: integerShape,
        f1: shareShape,
        meanIou: shareShape,
        hota: shareShape,
        idf1: shareShape,
      }),
    ),
    /** Pairs of tasks that are not scored, since the person may read the truth. */
    seen: integerShape,
    leftOut: integerShape,
  }),
  /** Pairs of tasks on the same frames that are not both handed in. */
  waiting: integerShape,
  /** Pairs of several cameras, and those past the first 200 tasks. */
  leftOut: integerShape,
});
export type TaskAgreement = TypeOf<typeof taskAgreementShape>;
