/**
 * The tasks that one request creates: frames split into pieces, people taking turns, and separate sets where several
 * people do one piece.
 */
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import { RequestError } from "../../base/errors.ts";
import { type Checked } from "../../domain/body-check.ts";
import { distribute, type FrameSpan, maxTasks, type newTasksBody, splitFrames } from "../../domain/task.ts";

/** Clients' name for the set without a name. */
const defaultSet = "default";

export interface SplitDataset {
  readonly folder: FolderRecord;
  /** `undefined`: unknown. */
  readonly frameCount: number | undefined;
}

export interface TaskPeople {
  readonly creator: UserRecord;
  readonly assignees: readonly UserRecord[];
  readonly reviewer: UserRecord | undefined;
}

/** @throws RequestError if frames should be split but their number is unknown, or there would be too many tasks */
export function makeTasks(
  asked: Checked<typeof newTasksBody>,
  datasets: readonly SplitDataset[],
  { creator, assignees, reviewer }: TaskPeople,
  { ids, clock }: Pick<Ports, "ids" | "clock">,
): TaskRecord[] {
  const pieces = datasets.flatMap((dataset) => piecesOf(dataset, asked).map((ranges) => ({ dataset, ranges })));
  const dealt = distribute(pieces.length, assignees.length, asked.overlap);
  const count = dealt.reduce((sum, { length }) => sum + length, 0);
  if (count > maxTasks) {
    throw new RequestError(
      `These would be ${count} tasks; at most ${maxTasks} can be made at once. Choose fewer datasets or longer pieces.`,
    );
  }
  const { set = "", instructions, types = [], attributes = [], rules = [], priority = "normal", due = "" } = asked;
  const createdMs = clock.nowMs();
  return pieces.flatMap(({ dataset, ranges }, n) =>
    (dealt[n] ?? []).map((position, copy): TaskRecord => {
      const assignee = assignees[position];
      if (assignee === undefined) throw new Error("every position is one of an assignee");
      return {
        id: ids.next(),
        datasetId: dataset.folder.id,
        // The first one works in the requested set; seeing each other's work would spoil the comparison.
        setName: copy === 0 ? (set === defaultSet ? "" : set) : assignee.login,
        assigneeId: assignee.id,
        reviewerId: reviewer?.id ?? null,
        state: "toDo",
        priority,
        due: due === "" ? null : due,
        version: 1,
        createdMs,
        content: {
          ranges,
          instructions,
          types,
          attributes,
          rules,
          assigneeLogin: assignee.login,
          reviewerLogin: reviewer?.login ?? "",
          creatorLogin: creator.login,
          history: [],
        },
      };
    }),
  );
}

function piecesOf({ folder, frameCount }: SplitDataset, asked: Checked<typeof newTasksBody>): FrameSpan[][] {
  const { ranges = [], framesPerTask } = asked;
  const last = ranges.at(-1)?.[1];
  if (last !== undefined && frameCount !== undefined && last >= frameCount) {
    throw new RequestError(`${folder.name} has frames 0 to ${frameCount - 1} only: frame ${last} is not there.`);
  }
  if (framesPerTask === undefined) return [ranges];
  if (ranges.length > 0) return splitFrames(ranges, framesPerTask);
  if (frameCount === undefined) {
    throw new RequestError(
      `The number of frames of ${folder.name} is unknown: give a range of frames, or do not split it.`,
    );
  }
  return splitFrames([[0, frameCount - 1]], framesPerTask);
}
