import { expect, test } from "vitest";

import { checkBody } from "./body-check.ts";
import { distribute, moveTask, newTasksBody, splitFrames, taskMoves, type TaskRoles } from "./task.ts";

const states = ["toDo", "inWork", "inReview", "accepted", "sentBack"] as const;
const none: TaskRoles = { isAssignee: false, isReviewer: false, isManager: false, hasReviewer: true };
const people: Readonly<Record<string, TaskRoles>> = {
  assignee: { ...none, isAssignee: true },
  reviewer: { ...none, isReviewer: true },
  manager: { ...none, isManager: true },
  "managing assignee": { ...none, isAssignee: true, isManager: true },
  "assignee who reviews alone": { ...none, isAssignee: true, isManager: true, hasReviewer: false },
  other: none,
};

test("who may move a task from which state to which", () => {
  const table = Object.entries(people).map(([who, roles]) => {
    const moves = taskMoves.flatMap((move) =>
      states.flatMap((state) => {
        const result = moveTask(move, state, roles);
        return "to" in result ? [`${state} ${move} ${result.to}`] : [];
      }),
    );
    return [who, moves] as const;
  });
  const start = ["toDo start inWork", "sentBack start inWork"];
  const handIn = ["toDo handIn inReview", "inWork handIn inReview", "sentBack handIn inReview"];
  const review = ["inReview accept accepted", "inReview sendBack sentBack", "accepted sendBack sentBack"];
  expect(Object.fromEntries(table)).toEqual({
    assignee: [...start, ...handIn],
    reviewer: review,
    manager: [...handIn, ...review],
    "managing assignee": [...start, ...handIn],
    "assignee who reviews alone": [...start, ...handIn, ...review],
    other: [],
  });
  expect(moveTask("accept", "toDo", people["reviewer"] ?? none)).toMatchObject({ because: "state" });
  expect(moveTask("accept", "toDo", none)).toMatchObject({ because: "right" });
});

test("frames are split into pieces of a size, over gaps, and none is lost", () => {
  expect(splitFrames([[0, 9]], 4)).toEqual([[[0, 3]], [[4, 7]], [[8, 9]]]);
  expect(
    splitFrames(
      [
        [0, 2],
        [10, 14],
      ],
      4,
    ),
  ).toEqual([
    [
      [0, 2],
      [10, 10],
    ],
    [[11, 14]],
  ]);
  expect(splitFrames([], 4)).toEqual([]);
});

test("people take turns, and a share of the pieces goes to several of them", () => {
  expect(distribute(4, 3)).toEqual([[0], [1], [2], [0]]);
  expect(distribute(4, 2, { share: 0.5, people: 2 })).toEqual([[0], [1, 0], [1], [0, 1]]);
  for (const share of [0, 0.1, 0.3, 1]) {
    const dealt = distribute(100, 5, { share, people: 2 });
    expect(dealt.filter(({ length }) => length === 2)).toHaveLength(100 * share);
    expect(dealt.every((those) => new Set(those).size === those.length)).toBe(true);
  }
});

test("ranges that touch are joined; a day that is none, and a range backwards, are refused by name", () => {
  const check = (more: object) =>
    checkBody("Tasks", newTasksBody, { datasetIds: ["a"], assignees: ["ada"], instructions: " Fish ", ...more });
  expect(
    check({
      ranges: [
        [5, 9],
        [0, 4],
        [20, 21],
      ],
      types: ["cod", "cod", ""],
    }),
  ).toMatchObject({
    value: {
      ranges: [
        [0, 9],
        [20, 21],
      ],
      instructions: "Fish",
      types: ["cod"],
    },
  });
  const messageOf = (more: object) => {
    const result = check(more);
    return result.ok ? "ok" : result.message;
  };
  expect(messageOf({ due: "2026-02-30" })).toContain("YYYY-MM-DD");
  expect(messageOf({ due: "2026-02-28" })).toBe("ok");
  expect(messageOf({ ranges: [[3, 2]] })).toContain("the first one not after the last");
  expect(messageOf({ ranges: [[3]] })).toContain("first and the last frame");
});
