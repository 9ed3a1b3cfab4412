/** The pace of playback: the sources of all cameras as one, which is ready when each of them is. */

import type { PlainOr } from "#core/types";
import type { Alignment, SlotNumber } from "./alignment.ts";
import type { FrameSource } from "./frame-source.ts";
import { PlayersInStep, type RunningPlayer } from "./players-in-step.ts";

type Slot = PlainOr<SlotNumber>;

/** The playback clock's interface to pictures: a `FrameSource` whose frames are slots. */
export interface Pace extends Pick<
  FrameSource,
  "kind" | "frameCount" | "fps" | "durationSeconds" | "aheadCount" | "onReady"
> {
  secondsAt(slot: Slot): number;
  isReady(slot: Slot): boolean;
  readyCount(slot: Slot, max: number): number;
  lookAhead(slot: Slot, speed: number): void;
  /** Shows slots by itself during playback. */
  readonly player?: RunningPlayer | undefined;
}

export function joinSources(sources: readonly FrameSource[], alignment: Alignment): Pace {
  /** A camera without a picture does not hold up the others. */
  const isReady = (slot: Slot): boolean =>
    sources.every((source, camera) => {
      const frame = alignment.frameAt(camera, slot);
      return frame === undefined || source.isReady(frame);
    });
  const { slotCount, slotsPerSecond, secondsAt } = alignment;
  return {
    // If one source may skip pictures, waiting for all of them would be pointless.
    kind: sources.some(({ kind }) => kind === "video") ? "video" : "image-sequence",
    frameCount: slotCount,
    fps: slotsPerSecond,
    durationSeconds: Math.max(secondsAt(slotCount - 1), ...sources.map(({ durationSeconds }) => durationSeconds)),
    secondsAt,
    player: playerOf(sources, alignment),
    isReady,
    aheadCount: Math.min(...sources.map(({ aheadCount }) => aheadCount)),
    readyCount(slot, max) {
      let count = 0;
      while (count < max && slot + count < slotCount && isReady(slot + count)) count += 1;
      return count;
    },
    lookAhead(slot, speed) {
      for (const [camera, source] of sources.entries()) {
        const frame = alignment.frameAt(camera, slot);
        if (frame !== undefined) source.lookAhead(frame, speed);
      }
    },
    onReady(listener) {
      const stops = sources.map((source) => source.onReady(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** `undefined` if one of the cameras has no player. */
function playerOf(sources: readonly FrameSource[], alignment: Alignment): RunningPlayer | undefined {
  const players = sources.flatMap(({ player }) => player ?? []);
  if (players.length < sources.length) return undefined;
  const isAlone = sources.length === 1 && alignment.slotCount === sources[0]?.frameCount;
  return isAlone ? players[0] : new PlayersInStep(players, alignment, (camera) => sources[camera]?.fps ?? 0);
}
