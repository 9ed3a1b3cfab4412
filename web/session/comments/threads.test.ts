import { expect, test } from "vitest";
import type { Comment, CommentAnchor } from "#schemas/wire";
import { inOrder, nextThread, threadsOf } from "./threads.ts";

const comment = (id: string, anchor: CommentAnchor, threadId = id): Comment => ({
  _id: id,
  threadId,
  text: id,
  authorId: "a",
  authorLogin: "ada",
  created: "2026-01-01T00:00:00+00:00",
  ...(id === threadId && { anchor }),
});

test("replies go with their thread; those without one are left out", () => {
  const threads = threadsOf([
    comment("a", {}),
    comment("b", {}, "a"),
    comment("lost", {}, "gone"),
    comment("c", {}, "a"),
  ]);
  expect(threads.map(({ id, replies }) => [id, replies.map(({ _id }) => _id)])).toEqual([["a", ["b", "c"]]]);
});

test("threads are listed by frame, then those on tracks, then those on the dataset; steps go around", () => {
  const ordered = inOrder(
    threadsOf([
      comment("dataset", {}),
      comment("track", { track: 1 }),
      comment("late", { frame: 30 }),
      comment("early", { frame: 5, track: 1 }),
      comment("dataset 2", {}),
    ]),
  );
  expect(ordered.map(({ id }) => id)).toEqual(["early", "late", "track", "dataset", "dataset 2"]);
  const step = (direction: 1 | -1, last: string | undefined, frame = 0) =>
    nextThread(ordered, { last, frame, direction })?.id;
  expect(step(1, undefined, 6)).toBe("late");
  expect(step(-1, undefined, 6)).toBe("early");
  expect(step(-1, undefined, 4)).toBe("dataset 2");
  expect(step(1, "late")).toBe("track");
  expect(step(1, "dataset 2")).toBe("early");
  expect(step(-1, "early")).toBe("dataset 2");
  expect(nextThread([], { last: "a", frame: 0, direction: 1 })).toBeUndefined();
});
