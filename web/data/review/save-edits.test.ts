/** Saving a review on top of what others have changed meanwhile, and boxes that are still drawn while it is saved. */
import { afterEach, expect, test, vi } from "vitest";
import type { Track } from "#schemas";
import type { ReviewEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { Review } from "./review.ts";

afterEach(() => void vi.restoreAllMocks());

const boxAt = (frame: number, right: number): ReviewEntry["boxes"][number] => ({ frame, bounds: [5, 5, right, 30] });
const entry: ReviewEntry = {
  datasetId: "a",
  trackId: 1,
  revision: 1,
  confidencePairs: [["fish", 0.5]],
  begin: 1,
  end: 2,
  frameCount: 2,
  boxes: [boxAt(1, 30), boxAt(2, 30)],
};
const stored = (boxes: ReviewEntry["boxes"], type = "fish"): Track => ({
  id: 1,
  begin: 1,
  end: 2,
  confidencePairs: [[type, 0.5]],
  attributes: {},
  features: boxes.map(({ frame, bounds: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => ({
    frame,
    bounds: [x1, y1, x2, y2],
    keyframe: true,
    attributes: {},
  })),
});

/** A review of the entry, on a server where others have left `track`. */
function setUp(track: Track) {
  const review = new Review("");
  review.entries.value = [entry];
  review.datasets.value = new Map([["a", { accessLevel: 1 } as never]]);
  const sent: unknown[] = [];
  vi.spyOn(api, "call").mockImplementation(async (route: string, { body }: { body?: unknown } = {}) => {
    if (route === "review.tracks") return await Promise.resolve([track] as never);
    sent.push(body);
    return { revision: 2 } as never;
  });
  const shown = () => review.entries.value[0]!;
  return { review, sent, shown };
}

test("a box that others have removed is no longer edited, and the rest of the change can be saved again", async () => {
  const { review, sent, shown } = setUp(stored([boxAt(2, 30)]));
  review.edits.reshape(entry, boxAt(1, 40));
  review.edits.retype([entry], "crab");
  expect(await review.edits.save()).toMatchObject({ saved: 0, contested: 1, dropped: 0 });
  expect([sent, shown().boxes]).toEqual([[], [boxAt(2, 30)]]);
  expect(await review.edits.save()).toMatchObject({ saved: 1, contested: 0 });
  expect(sent).toMatchObject([{ tracks: { upsert: [{ id: 1, features: [{ frame: 2 }] }] } }]);
  expect(review.edits.count.value).toBe(0);
});

test("a change of nothing but a box that others have removed is dropped", async () => {
  const { review } = setUp(stored([boxAt(2, 30)]));
  review.edits.reshape(entry, boxAt(1, 40));
  // Nothing is left to be saved again.
  expect(await review.edits.save()).toMatchObject({ saved: 0, contested: 0, dropped: 1 });
  expect(review.edits.count.value).toBe(0);
});

test("a track whose box others have changed is not deleted before that was seen", async () => {
  const { review, sent, shown } = setUp(stored([boxAt(1, 30), boxAt(2, 50)]));
  review.edits.remove([entry]);
  expect(await review.edits.save()).toMatchObject({ saved: 0, contested: 1 });
  expect([sent, shown().boxes[1]]).toEqual([[], boxAt(2, 50)]);
  await review.edits.save();
  expect(sent).toMatchObject([{ tracks: { upsert: [], delete: [1] } }]);
});

test("a drawn box waits for the end of a save", async () => {
  const { review, shown } = setUp(stored(entry.boxes));
  review.edits.retype([entry], "crab");
  const saving = review.edits.save();
  review.edits.draw(entry, boxAt(1, 40));
  expect([review.edits.keepDrawn(), review.edits.count.value]).toEqual([false, 1]);
  await saving;
  expect([review.edits.keepDrawn(), review.edits.count.value]).toEqual([true, 1]);
  expect([...review.edits.all.value.values()]).toEqual([
    { entry: shown(), change: { kind: "edit", boxes: [boxAt(1, 40)] } },
  ]);
  review.edits.draw(shown(), boxAt(1, 50));
  review.edits.dropDrawn();
  expect(review.edits.keepDrawn()).toBe(true);
  expect(review.edits.all.value.get("a/1")?.change).toMatchObject({ boxes: [boxAt(1, 40)] });
});

test("a drawn box stays if others have changed the type, and not if they have changed that box", async () => {
  for (const [others, count] of [
    [stored(entry.boxes, "seal"), 1],
    [stored([boxAt(1, 60), boxAt(2, 30)], "seal"), 0],
  ] as const) {
    const { review, shown } = setUp(others);
    review.edits.retype([entry], "crab");
    const saving = review.edits.save();
    review.edits.draw(entry, boxAt(1, 40));
    await saving;
    review.edits.restore([shown()]);
    review.edits.keepDrawn();
    expect(review.edits.count.value).toBe(count);
  }
});

test("another question applies what is drawn", async () => {
  const { review } = setUp(stored(entry.boxes));
  review.edits.draw(entry, boxAt(1, 40));
  await review.ask({ datasetIds: [] } as never, 10);
  expect(review.edits.count.value).toBe(1);
});
