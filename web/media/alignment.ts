/**
 * Which frames of several cameras belong together. The playhead moves through slots; in each slot a camera shows one of
 * its frames, or nothing. If all cameras count the same frames, a slot is a frame; if they are aligned by time, it is
 * an instant.
 */

import type { Brand, FrameNumber, PlainOr } from "#core/types";

/** A position of the playhead, shared by all cameras; >= 0. */
export type SlotNumber = Brand<number, "SlotNumber">;
type Slot = PlainOr<SlotNumber>;
type Frame = PlainOr<FrameNumber>;

export interface Alignment {
  /** Slots are 0..slotCount-1; at least 1. */
  readonly slotCount: number;
  readonly slotsPerSecond: number;
  /** Time of a slot since slot 0. */
  secondsAt(slot: Slot): number;
  /** The frame a camera shows in a slot; `undefined` if it has no picture of that instant. */
  frameAt(camera: number, slot: Slot): FrameNumber | undefined;
  /** The slot nearest to a frame of a camera. */
  slotOf(camera: number, frame: Frame): SlotNumber;
  /** The slot position of a camera's frame. Frames and slots may be fractional, and out of range. */
  positionOf(camera: number, frame: Frame): SlotNumber;
  /** The inverse of `positionOf`. */
  frameOf(camera: number, position: Slot): FrameNumber;
  /**
   * How much later the picture is than its slot, seconds; `undefined` unless cameras are aligned by time.
   * @param shown the frame that the camera shows; default: the slot's own
   */
  differenceAt(camera: number, slot: Slot, shown?: Frame): number | undefined;
}

/** The properties of a camera's pictures that an alignment needs. */
export interface AlignedPictures {
  readonly frameCount: number;
  readonly fps: number;
  /** On the camera's own clock; ascending. */
  secondsAt(frame: number): number;
}

/** Maps a camera's own time to the common time: `offset + (1 + drift) * time`. */
export interface Clock {
  /** Seconds. */
  readonly offset: number;
  /** Seconds gained per second. */
  readonly drift: number;
}

const asFrame = (value: number): FrameNumber => value as FrameNumber;
const asSlot = (value: number): SlotNumber => value as SlotNumber;

/** Aligns frames by number. Times are those of the first camera. */
export function alignByFrame(cameras: readonly [AlignedPictures, ...AlignedPictures[]]): Alignment {
  const slotCount = Math.max(...cameras.map(({ frameCount }) => frameCount));
  const [pacing] = cameras;
  const lastFrame = pacing.frameCount - 1;
  return {
    slotCount,
    slotsPerSecond: pacing.fps,
    secondsAt: (slot) => pacing.secondsAt(Math.min(slot, lastFrame)) + Math.max(0, slot - lastFrame) / pacing.fps,
    frameAt: (camera, slot) => (slot < (cameras[camera]?.frameCount ?? 0) ? asFrame(slot) : undefined),
    slotOf: (_, frame) => asSlot(frame),
    positionOf: (_, frame) => asSlot(frame),
    frameOf: (_, position) => asFrame(position),
    differenceAt: () => undefined,
  };
}

/**
 * Aligns frames by time: each camera shows the picture nearest to the slot's instant. Slots are as dense as the frames
 * of the fastest camera, so that every frame of every camera can be reached, and cover the time from the first to the
 * last picture of any camera.
 */
export function alignByTime(cameras: readonly { pictures: AlignedPictures; clock: Clock }[]): Alignment {
  const times = cameras.map(({ pictures, clock: { offset, drift } }) =>
    Float64Array.from({ length: pictures.frameCount }, (_, frame) => offset + (1 + drift) * pictures.secondsAt(frame)),
  );
  const start = Math.min(...times.map((own) => own[0] ?? Infinity));
  const end = Math.max(...times.map((own) => own.at(-1) ?? -Infinity));
  const rate = Math.max(...cameras.map(({ pictures }) => pictures.fps));
  const slotCount = Math.floor((end - start) * rate + 0.5) + 1;
  const timesOf = (camera: number): Float64Array => times[camera] ?? new Float64Array(1);
  /** How long a camera's first picture is shown before its time, and its last one after, seconds. */
  const reachOf = (camera: number): number => 0.5 / (cameras[camera]?.pictures.fps ?? rate);
  const instantOf = (slot: number): number => start + slot / rate;

  function frameAt(camera: number, slot: Slot): FrameNumber | undefined {
    const times = timesOf(camera);
    const instant = instantOf(slot);
    const frame = asFrame(nearest(times, instant));
    // A gap between two pictures is filled by the nearer of them; before the first and after the last there is none.
    const isOutside = instant < (times[0] ?? 0) - reachOf(camera) || instant > (times.at(-1) ?? 0) + reachOf(camera);
    return isOutside ? undefined : frame;
  }
  const positionOf = (camera: number, frame: Frame): SlotNumber =>
    asSlot((valueAt(timesOf(camera), frame) - start) * rate);
  return {
    slotCount,
    slotsPerSecond: rate,
    secondsAt: (slot) => slot / rate,
    frameAt,
    slotOf: (camera, frame) => asSlot(Math.min(slotCount - 1, Math.max(0, Math.round(positionOf(camera, frame))))),
    positionOf,
    frameOf: (camera, position) => asFrame(placeOf(timesOf(camera), instantOf(position))),
    differenceAt(camera, slot, shown) {
      const frame = shown ?? frameAt(camera, slot);
      return frame === undefined ? undefined : (timesOf(camera)[frame] ?? 0) - instantOf(slot);
    },
  };
}

/** Index of the first value that is not less. */
function lowerBound(values: Float64Array, wanted: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearest(values: Float64Array, wanted: number): number {
  const next = lowerBound(values, wanted);
  if (next === 0) return 0;
  if (next === values.length) return next - 1;
  return wanted - (values[next - 1] ?? 0) <= (values[next] ?? 0) - wanted ? next - 1 : next;
}

/** Linear interpolation between values; extrapolates along the first or last segment. */
function valueAt(values: Float64Array, index: number): number {
  if (values.length === 1) return (values[0] ?? 0) + index;
  const from = Math.min(values.length - 2, Math.max(0, Math.floor(index)));
  const [a, b] = [values[from] ?? 0, values[from + 1] ?? 0];
  return a + (b - a) * (index - from);
}

function placeOf(values: Float64Array, wanted: number): number {
  if (values.length === 1) return wanted - (values[0] ?? 0);
  const from = Math.min(values.length - 2, Math.max(0, lowerBound(values, wanted) - 1));
  const [a, b] = [values[from] ?? 0, values[from + 1] ?? 0];
  return b === a ? from : from + (wanted - a) / (b - a);
}
