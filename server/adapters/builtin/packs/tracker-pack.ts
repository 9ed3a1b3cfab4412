/** A tracker pack as a pipeline: follows existing boxes through the pictures after them, until they are lost. */
import { maxPictureSide } from "#packs/detector";
import { openTracker, type Target } from "#packs/tracker";
import type { Step } from "#vision/tracking/follower";

import { readPackFolder, worded } from "../../packs/pack-folder.ts";
import type { Picture } from "../pictures/picture.ts";
import type { BuiltinPipeline } from "../pipelines/builtin-pipeline.ts";
import { type BoxFollower, followBoxes } from "../pipelines/follow-boxes.ts";
import { loadRuntime, onFrame } from "./pack-runtime.ts";

/** Consecutive frames that an object may be unclear on before it is lost. */
const maxUnclear = 4;

export const trackerPack = (folder: string): Pick<BuiltinPipeline, "run"> => ({
  async run(run) {
    const pack = await readPackFolder(folder);
    const runtime = await loadRuntime();
    const tracker = await worded(() => openTracker(pack, runtime));
    const minConfidence = run.parameters.number("confidence");
    try {
      return await followBoxes(
        run,
        maxPictureSide,
        (picture, bounds) => new PackFollower(tracker.start(picture, bounds), minConfidence),
      );
    } finally {
      await tracker.close();
    }
  },
});

class PackFollower implements BoxFollower {
  readonly #target: Target;
  readonly #minConfidence: number;
  unclear = 0;

  constructor(target: Target, minConfidence: number) {
    this.#target = target;
    this.#minConfidence = minConfidence;
  }

  async next(picture: Picture): Promise<Step> {
    const { bounds, confidence } = await onFrame(picture.frame, () => this.#target.next(picture));
    this.unclear = confidence >= this.#minConfidence ? 0 : this.unclear + 1;
    const [x, y] = [(bounds.x1 + bounds.x2) / 2, (bounds.y1 + bounds.y2) / 2];
    const hasLeftPicture = x < 0 || y < 0 || x > picture.width || y > picture.height;
    // The boxes before this one were guesses as well.
    if (this.unclear > maxUnclear || hasLeftPicture) return { revoked: Math.max(0, this.unclear - 1) };
    return { bounds, clearness: confidence, revoked: 0 };
  }
}
