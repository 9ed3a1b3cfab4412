/** An editor on a computed clip with the real tracker; only decoding is left out. */
import { expect, vi } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import type { Assistant } from "../../web/assist/assistant.ts";
import { followGuided } from "../../web/assist/follow-guided.ts";
import { follow } from "../../web/assist/follow.ts";
import { createTrackerModel } from "../../web/assist/tracker-model.ts";
import type { Picture } from "../../web/base/picture.ts";
import { type ClipOptions, clipHeight, clipWidth, makeClip } from "../pipelines/clips.ts";
import { noModels } from "./no-models.ts";
import { TestEditor } from "./test-editor.ts";

/** The tracker's model without its worker, on given pixels. */
function trackerOf(pixels: ReadonlyMap<number, Uint8Array>): Assistant {
  const size = { width: clipWidth, height: clipHeight };
  const model = createTrackerModel((picture) => ({ ...size, rgb: pixels.get((picture as Picture).frame)! }));
  const seen = new WeakMap<object, Awaited<ReturnType<typeof model.encode>>>();
  return {
    id: "tracker",
    prompts: ["box", "track"],
    load: async () => undefined,
    dispose: () => undefined,
    async encode(picture) {
      const encoded = { picture };
      seen.set(encoded, await model.encode({ ...picture, image: { close: () => undefined } as ImageBitmap }));
      return encoded;
    },
    infer: async (encoded, prompts) => await model.infer(seen.get(encoded)!, prompts),
  };
}

export async function readClip(options: ClipOptions) {
  const clip = makeClip(options);
  const pixels = new Map<number, Uint8Array>();
  await clip.reader.read(({ frame, rgb }) => void pixels.set(frame, rgb.slice()));
  return { options, pixels, all: clip.truth, truth: new Map(clip.truth[0]!.map((box) => [box.frame, box.bounds])) };
}

/** The first object of a clip, drawn by hand on one frame. */
export async function openClip(clip: ReturnType<typeof readClip>, frame = 0) {
  const { options, pixels, truth, all } = await clip;
  const tracker = trackerOf(pixels);
  const asked = { last: 0, frames: [] as number[], wait: async (_frame: number) => undefined as void };
  const picturesFor = (signal: AbortSignal) => ({
    async getFrame(at: number) {
      await asked.wait(at);
      signal.throwIfAborted();
      asked.last = at;
      asked.frames.push(at);
      return { frame: at, width: clipWidth, height: clipHeight, close: () => undefined } as Picture;
    },
  });
  const app = await TestEditor.create({
    frameCount: options.frames,
    assistants: {
      segment: async () => [],
      wire: async ({ from, to }) => [from, to],
      learn: async () => undefined,
      ...noModels,
      find: async () => [],
      follow: (request, signal) => follow(picturesFor(signal), tracker, request, signal),
      followGuided: (request, signal) => followGuided(picturesFor(signal), tracker, request, signal),
    },
  });
  const draw = (at: number, object = 0): TrackId => {
    app.seek(at);
    const { x1, y1, x2, y2 } = all[object]!.find((box) => box.frame === at)!.bounds;
    return app.drawTrack([x1, y1, x2, y2].map(Math.round) as [number, number, number, number]) as TrackId;
  };
  const id = draw(frame);
  app.key("Escape");
  const { core } = app.workspace;
  const boxAt = (at: number, of = id) => {
    const [x1, y1, x2, y2] = core.detectionAt(of, at as FrameNumber)?.bounds ?? [0, 0, 0, 0];
    return { x1, y1, x2, y2 };
  };
  let reports = 0;
  /** Waits for the next report: where it began, and how far its first track came. */
  const ended = async () => {
    reports += 1;
    await vi.waitFor(() => expect(app.followed).toHaveLength(reports), { timeout: 30_000 });
    const { from, tracks } = app.followed.at(-1)!;
    return { from, ...tracks[0]! };
  };
  return { app, id, core, truth, all, draw, boxAt, ended, asked };
}

export const originsOf = ({ core, id }: Awaited<ReturnType<typeof openClip>>) =>
  [...core.keyframes(id)].map((frame) => core.detectionAttributes(id, frame as FrameNumber)["origin"]);
