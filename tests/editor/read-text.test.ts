/** Reading burned-in text: where it is stored, what Escape leaves, and how it is taken back. */
import { expect, test } from "vitest";

import type { FrameNumber, TrackId } from "#core/types";
import { isTextRange } from "../../web/editor/edits/assist/read-text.ts";
import type { ModelOffer, ReadResult, TextRange } from "../../web/editor/assistants.ts";
import { testDatasetId, wireTrack } from "../support/test-workspace.ts";
import { noModels } from "./no-models.ts";
import { TestEditor } from "./test-editor.ts";

const offer: ModelOffer = {
  id: "a",
  name: "Reader",
  description: "",
  licence: "MIT",
  bytes: 0,
  runtimeBytes: 0,
  backend: "wasm",
};

interface Options {
  readonly hasModels?: boolean;
  /** Reading does not get past this frame. */
  readonly stopAt?: number;
  /** Reading fails on this frame. */
  readonly failAt?: number;
  readonly says?: (frame: number) => string;
}

async function open({ hasModels = true, stopAt = Infinity, failAt, says = (at) => `${at} m` }: Options = {}) {
  const failures: unknown[] = [];
  const results: ReadResult[] = [];
  const examples: (string | undefined)[] = [];
  const regions: (readonly number[])[] = [];
  const app = await TestEditor.create({
    frameCount: 20,
    assistants: {
      async *follow() {},
      async *followGuided() {},
      segment: async () => [],
      wire: async ({ from, to }) => [from, to],
      learn: async () => undefined,
      find: async () => [],
      ...noModels,
      models: async () => (hasModels ? [offer] : []),
      async *readText({ frames, regionOn, example }, signal) {
        examples.push(example);
        for (const frame of frames) {
          if (frame >= stopAt)
            await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
          if (frame === failAt) throw new Error("The picture is broken.");
          regions.push(regionOn(frame));
          const isDoubtful = frame === 3;
          yield {
            frame,
            read: frame === 4 ? undefined : { text: says(frame), score: isDoubtful ? 0.3 : 1, isDoubtful },
          };
        }
      },
    },
  });
  const ask = (range: Partial<TextRange>): void => {
    Object.assign(app.editor.ui, {
      chooseModel: async () => offer.id,
      askReading: async () => ({ text: "2 m", attribute: "depth", from: 0, to: 5, every: 1, ...range }),
      reportRead: (result: ReadResult) => void results.push(result),
      reportFailure: (error: unknown) => void failures.push(error),
    });
  };
  ask({});
  const stored = (track: TrackId) => {
    const { core } = app.editor.workspace;
    return [...core.keyframes(track)].map((frame) => [frame, core.detectionAttributes(track, frame as FrameNumber)]);
  };
  return { app, failures, results, examples, regions, ask, stored };
}

test("text is read in the selected box on every frame and stored in one step, which marks doubtful frames", async () => {
  const { app, results, examples, regions, stored } = await open();
  app.seek(2);
  const track = app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => results.length).toBe(1);
  expect(examples).toEqual([undefined, "2 m", "2 m"]);
  expect(regions.every((region) => [...region].join(" ") === "10 20 110 60")).toBe(true);
  expect(stored(track)).toEqual([
    [0, { depth: "0 m" }],
    [1, { depth: "1 m" }],
    [2, { depth: "2 m" }],
    [3, { depth: "3 m", doubtful: true }],
    [5, { depth: "5 m" }],
  ]);
  expect(results[0]).toMatchObject({ attribute: "depth", read: 5, doubtful: [3], empty: [4], left: 0 });
  expect(app.editor.workspace.configuration.values.peek().attributes["detection_depth"]).toMatchObject({
    belongs: "detection",
    datatype: "text",
    name: "depth",
  });
  results[0]?.goTo(3);
  expect(app.editor.frame).toBe(3);
  app.key("Ctrl+Z");
  expect(stored(track)).toEqual([[2, {}]]);
  expect(app.editor.workspace.configuration.values.peek().attributes).toEqual({});
});

test("Escape keeps what was read, and says how many frames are left", async () => {
  const { app, results, stored, ask } = await open({ stopAt: 3 });
  ask({ to: 9 });
  const track = app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => app.editor.suggesting.peek()).toMatchObject({ kind: "reading", frame: 2 });
  app.key("Escape");
  await expect.poll(() => results.length).toBe(1);
  expect(results[0]).toMatchObject({ read: 3, left: 7 });
  expect(stored(track).map(([frame]) => frame)).toEqual([0, 1, 2]);
});

test("without a selected box it waits for one; Escape ends the waiting", async () => {
  const { app, results, stored } = await open();
  app.key("Alt+T").key("Escape");
  app.drawTrack([200, 200, 300, 240]);
  app.key("Escape").key("Escape");
  expect(app.editor.selected).toBeUndefined();
  expect(results).toEqual([]);
  app.key("Alt+T");
  await expect.poll(() => app.mode).toContain("creating");
  app.drag([10, 20], [110, 60]);
  await expect.poll(() => results.length).toBe(1);
  expect(stored(app.editor.selected!)).toHaveLength(5);
});

test("while it waits for a box, others' new tracks are not read", async () => {
  const { app, examples } = await open();
  app.key("Alt+T");
  await expect.poll(() => app.mode).toContain("creating");
  const [camera] = app.workspace.cameras;
  app.workspace.applyRemote(camera!, 0 as FrameNumber, (tx) => {
    tx.tracks.add({ type: "theirs", frame: 0 as FrameNumber, bounds: [10, 20, 110, 60] });
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([app.mode, examples]).toEqual(["creating", []]);
});

test("a track that gets another id while it is read keeps its text, and another person's track gets none", async () => {
  const { app, results, stored, ask } = await open({ stopAt: 3 });
  app.settings.change({ savingSettings: { asYouGo: true } });
  ask({ to: 9 });
  const drawn = app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => app.editor.suggesting.peek()).toMatchObject({ kind: "reading", frame: 2 });
  app.server.save(testDatasetId, { tracks: { upsert: [wireTrack(drawn, "theirs")] } });
  await app.editor.saver.save();
  const named = app.editor.selected!;
  expect(named).not.toBe(drawn);
  app.key("Escape");
  await expect.poll(() => results.length).toBe(1);
  expect(stored(named).map(([frame]) => frame)).toEqual([0, 1, 2]);
  expect(stored(drawn)).toEqual([[0, {}]]);
});

test("after the dataset was closed nothing is written or reported", async () => {
  const { app, results, stored, ask } = await open({ stopAt: 3 });
  ask({ to: 9 });
  const track = app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => app.editor.suggesting.peek()).toMatchObject({ kind: "reading", frame: 2 });
  app.editor.dispose();
  await new Promise((resolve) => setImmediate(resolve));
  expect([results, stored(track)]).toEqual([[], [[0, {}]]]);
});

test("a frame that cannot be read ends it; what was read until then stays", async () => {
  const { app, failures, results, stored, ask } = await open({ failAt: 3 });
  ask({ to: 9 });
  const track = app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => results.length).toBe(1);
  expect([results[0]?.left, failures]).toEqual([7, [new Error("The picture is broken.")]]);
  expect(stored(track).map(([frame]) => frame)).toEqual([0, 1, 2]);
});

test("a numeric attribute gets numbers; where the text is none, the frame is doubtful", async () => {
  const { app, results, stored, ask } = await open({ says: (at) => ["0", "1.5", "x", "3"][at] ?? "5 m" });
  ask({ text: "0" });
  const definition = { belongs: "detection", datatype: "number", name: "depth", key: "detection_depth" } as const;
  app.editor.workspace.configuration.change({ attributes: { [definition.key]: definition } });
  const track = app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => results.length).toBe(1);
  expect(stored(track)).toEqual([
    [0, { depth: 0 }],
    [1, { depth: 1.5 }],
    [2, { doubtful: true }],
    [3, { depth: 3, doubtful: true }],
    [5, { depth: 5, doubtful: true }],
  ]);
  expect(results[0]?.doubtful).toEqual([2, 3, 5]);
});

test.each([
  [{ from: 0, to: 9, every: 1 }, true],
  [{ from: 3, to: 3, every: 10 }, true],
  [{ from: 0, to: 9, every: 0 }, false],
  [{ from: 0, to: 9, every: -1 }, false],
  [{ from: 0, to: 9, every: 0.5 }, false],
  [{ from: 0, to: 9, every: "" }, false],
  [{ from: -1, to: 9, every: 1 }, false],
  [{ from: 5, to: 4, every: 1 }, false],
  [{ from: 0, to: 10, every: 1 }, false],
])("a range has whole frames of the video, and a step that gets to its end: %o", (range, isFine) => {
  expect(isTextRange(range, 9)).toBe(isFine);
});

test("a site without such models says so", async () => {
  const { app } = await open({ hasModels: false });
  app.drawTrack([10, 20, 110, 60]);
  app.key("Alt+T");
  await expect.poll(() => app.refusals).toEqual(["noReaders"]);
});
