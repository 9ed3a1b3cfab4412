/** Tasks: the accepted bodies, who may move a task to which state, and how work is split into tasks. */
import type { TaskMove, TaskPriority, TaskState } from "#schemas";

import { boolean, type Check, integer, listOf, number, object, oneOf, optional, text } from "./body-check.ts";

export type { TaskPriority, TaskState };

/** Tasks created by one request. */
export const maxTasks = 2000;
/** Datasets per request. */
export const maxTaskDatasets = 500;
const maxTextLength = 10_000;
const maxNames = 200;
/** The frames of a survey are mostly single ones. */
const maxRanges = 1000;

export type FrameSpan = readonly [first: number, last: number];

const largest = 2_147_483_647;
const span: Check<FrameSpan> = (value, report) => {
  const frames = listOf(integer(0, largest))(value, report);
  if (frames === undefined) return undefined;
  const [first, last, ...more] = frames;
  if (first === undefined || last === undefined || more.length > 0 || first > last) {
    return report.add("give the first and the last frame, the first one not after the last");
  }
  return [first, last];
};

/** In ascending order, adjacent spans merged. */
const spans: Check<FrameSpan[]> = (value, report) => {
  const ranges = listOf(span)(value, report)?.filter((each) => each !== undefined);
  if (ranges === undefined) return undefined;
  if (ranges.length > maxRanges) return report.add(`there are more than ${maxRanges} ranges of frames`);
  return joined(ranges);
};

function joined(given: readonly FrameSpan[]): FrameSpan[] {
  const result: [number, number][] = [];
  for (const [first, last] of given.toSorted(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

const someText: Check<string> = (value, report) => {
  const given = text(value, report)?.trim();
  if (given !== undefined && given.length > maxTextLength) {
    return report.add(`the text has more than ${maxTextLength} characters: shorten it`);
  }
  return given;
};

const names: Check<string[]> = (value, report) => {
  const trimmed = listOf(text)(value, report)?.map((name) => name?.trim() ?? "");
  if (trimmed === undefined) return undefined;
  if (trimmed.length > maxNames) return report.add(`there are more than ${maxNames} names`);
  return [...new Set(trimmed.filter((name) => name !== ""))];
};

/** A day as `YYYY-MM-DD`; empty: none. */
const day: Check<string> = (value, report) => {
  const given = text(value, report)?.trim();
  if (given === undefined || given === "") return given;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given) && new Date(`${given}T00:00:00Z`).toJSON()?.startsWith(given);
  return isDay === true ? given : report.add("give a day as YYYY-MM-DD");
};

export const taskPriorities = ["low", "normal", "high"] as const satisfies readonly TaskPriority[];

const about = {
  ranges: optional(spans),
  types: optional(names),
  attributes: optional(names),
  rules: optional(names),
  reviewer: optional(text),
  due: optional(day),
  priority: optional(oneOf(taskPriorities)),
};

export const newTasksBody = object(
  {
    datasetIds: listOf(text),
    assignees: names,
    instructions: someText,
    set: optional(text),
    framesPerTask: optional(integer(1, largest)),
    overlap: optional(object({ share: number, people: integer(2, 10) }, "refuse")),
    ...about,
  },
  "refuse",
);
export const taskChangeBody = object(
  { version: integer(), instructions: optional(someText), assignee: optional(text), ...about },
  "refuse",
);
export const taskMoves = ["start", "handIn", "accept", "sendBack"] as const satisfies readonly TaskMove[];
export const taskMoveBody = object(
  {
    move: oneOf(taskMoves),
    version: integer(),
    text: optional(someText),
    assignee: optional(text),
    fixed: optional(boolean),
    anyway: optional(boolean),
  },
  "refuse",
);

/** The caller's roles in a task. */
export interface TaskRoles {
  readonly isAssignee: boolean;
  readonly isReviewer: boolean;
  /** Has admin access to the dataset. */
  readonly isManager: boolean;
  /** The task has a reviewer. */
  readonly hasReviewer: boolean;
}

interface Rule {
  readonly from: readonly TaskState[];
  readonly to: TaskState;
  readonly may: (roles: TaskRoles) => boolean;
  /** Who may make this move, and the state it requires, for the error message. */
  readonly who: string;
  readonly when: string;
}

/** Assignees may not accept their own work if someone else reviews it. */
const mayReview = ({ isAssignee, isReviewer, isManager, hasReviewer }: TaskRoles): boolean =>
  isReviewer || (isManager && !(isAssignee && hasReviewer));
const reviewers = "its reviewer or administrators of the dataset";

export const taskRules: Readonly<Record<TaskMove, Rule>> = {
  start: {
    from: ["toDo", "sentBack"],
    to: "inWork",
    may: ({ isAssignee }) => isAssignee,
    who: "its assignee can start this task",
    when: "Only a task that is to do or was sent back can be started.",
  },
  handIn: {
    from: ["toDo", "inWork", "sentBack"],
    to: "inReview",
    may: ({ isAssignee, isManager }) => isAssignee || isManager,
    who: "its assignee or administrators of the dataset can hand in this task",
    when: "The task has already been handed in.",
  },
  accept: {
    from: ["inReview"],
    to: "accepted",
    may: mayReview,
    who: `${reviewers} can accept this task`,
    when: "Only a task that was handed in can be accepted.",
  },
  sendBack: {
    from: ["inReview", "accepted"],
    to: "sentBack",
    may: mayReview,
    who: `${reviewers} can send this task back`,
    when: "Only a task that was handed in can be sent back.",
  },
};

export type MoveResult = { readonly to: TaskState } | { readonly refusal: string; readonly because: "right" | "state" };

export function moveTask(move: TaskMove, state: TaskState, roles: TaskRoles): MoveResult {
  const { from, to, may, who, when } = taskRules[move];
  if (!may(roles)) return { refusal: `Only ${who}.`, because: "right" };
  return from.includes(state) ? { to } : { refusal: when, because: "state" };
}

/** Splits frames into pieces of `size`; a piece may consist of several spans. */
export function splitFrames(spansOf: readonly FrameSpan[], size: number): FrameSpan[][] {
  const pieces: FrameSpan[][] = [];
  let [piece, room]: [FrameSpan[], number] = [[], size];
  for (const [first, last] of spansOf) {
    for (let frame = first; frame <= last;) {
      const end = Math.min(last, frame + room - 1);
      piece.push([frame, end]);
      room -= end - frame + 1;
      frame = end + 1;
      if (room === 0) {
        pieces.push(piece);
        [piece, room] = [[], size];
      }
    }
  }
  return piece.length > 0 ? [...pieces, piece] : pieces;
}

/** The assignees of each piece (by position): they alternate, and `share` of the pieces goes to `people` of them. */
export function distribute(pieces: number, assignees: number, overlap = { share: 0, people: 1 }): number[][] {
  let turn = 0;
  return Array.from({ length: pieces }, (_, n) => {
    const isShared = Math.floor((n + 1) * overlap.share + 1e-9) > Math.floor(n * overlap.share + 1e-9);
    return Array.from({ length: isShared ? overlap.people : 1 }, () => turn++ % assignees);
  });
}
