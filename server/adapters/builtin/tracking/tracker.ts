/**
 * Joins detections into tracks: in each frame, tracks are moved on by their speed and matched with the detections, all
 * at once. After A. Bewley et al., "Simple online and realtime tracking", ICIP 2016; detections of low confidence only
 * continue tracks, as in Y. Zhang et al., "ByteTrack", ECCV 2022; a track that was lost is found again where its speed
 * predicts.
 */
import { matchBest } from "#core/metrics/assignment";
import { overlapOf } from "#vision/bounds";
import type { Detection } from "../detection.ts";
import { BoxMotion } from "./kalman.ts";

export interface TrackerOptions {
  /** Maximum number of frames without a detection. */
  readonly maxGap: number;
  /** Minimum number of detections in a track. */
  readonly minDetections: number;
  /** Minimum overlap of a track and the detection that continues it. */
  readonly minOverlap: number;
  /** Minimum confidence of a detection that starts a track. */
  readonly beginScore: number;
}

/** A box in a track; `of` is the original detection. */
export interface TrackedBox<D extends Detection = Detection> {
  readonly frame: number;
  readonly of: D;
}

interface Track<D extends Detection> {
  readonly motion: BoxMotion;
  readonly boxes: TrackedBox<D>[];
}

/** Distance in variances within which boxes that do not overlap may still match. */
const maxVariances = 9.2;
/** Maximum ratio of their sizes in that case. */
const maxGrowth = 2;

export class Tracker<D extends Detection = Detection> {
  readonly #options: TrackerOptions;
  #live: Track<D>[] = [];
  readonly #ended: Track<D>[] = [];
  #lastFrame: number | undefined;

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  /** @param frame later than in the previous call */
  add(frame: number, detections: readonly D[]): void {
    const steps = this.#lastFrame === undefined ? 0 : frame - this.#lastFrame;
    this.#lastFrame = frame;
    this.#endLostTracks(frame);
    for (const { motion } of this.#live) for (let step = 0; step < steps; step++) motion.predict();
    const { beginScore, minOverlap } = this.#options;
    const sure = detections.filter(({ score }) => score >= beginScore);
    const unsure = detections.filter(({ score }) => score < beginScore);
    const byOverlap = (track: Track<D>, found: D): number => {
      const overlap = overlapOf(track.motion.bounds, found);
      return overlap < minOverlap ? Infinity : 1 - overlap;
    };
    const byPlace = ({ motion }: Track<D>, found: D): number => {
      const growth = sideOf(found) / sideOf(motion.bounds);
      if (growth > maxGrowth || growth < 1 / maxGrowth) return Infinity;
      const distance = motion.distanceTo(found);
      return distance > maxVariances ? Infinity : distance / maxVariances;
    };
    let left = this.#pair(frame, this.#live, sure, byOverlap);
    left = { tracks: this.#pair(frame, left.tracks, unsure, byOverlap).tracks, detections: left.detections };
    left = this.#pair(frame, left.tracks, left.detections, byPlace);
    for (const detection of left.detections) {
      this.#live.push({ motion: new BoxMotion(detection), boxes: [{ frame, of: detection }] });
    }
  }

  /** The tracks, in the order in which they started. */
  finish(): TrackedBox<D>[][] {
    return [...this.#ended, ...this.#live]
      .map(({ boxes }) => boxes)
      .filter((boxes) => boxes.length >= this.#options.minDetections)
      .sort((a, b) => (a[0]?.frame ?? 0) - (b[0]?.frame ?? 0));
  }

  /** @param costOf 0: certain match; 1 or more: no match */
  #pair(
    frame: number,
    tracks: readonly Track<D>[],
    detections: readonly D[],
    costOf: (track: Track<D>, found: D) => number,
  ): { tracks: Track<D>[]; detections: D[] } {
    const pairs = tracks.flatMap((track, a) =>
      detections.flatMap((found, b) => {
        const weight = 1 - costOf(track, found);
        return weight > 0 ? [{ a, b, weight, track, found }] : [];
      }),
    );
    const matches = matchBest(pairs);
    for (const { track, found } of matches) {
      track.motion.correct(found);
      track.boxes.push({ frame, of: found });
    }
    const [rows, columns] = [new Set(matches.map(({ a }) => a)), new Set(matches.map(({ b }) => b))];
    return {
      tracks: tracks.filter((_, row) => !rows.has(row)),
      detections: detections.filter((_, column) => !columns.has(column)),
    };
  }

  #endLostTracks(frame: number): void {
    const isLost = ({ boxes }: Track<D>): boolean => {
      const unseen = frame - (boxes.at(-1)?.frame ?? frame) - 1;
      // A single detection may have been noise.
      return unseen > (boxes.length < this.#options.minDetections ? 1 : this.#options.maxGap);
    };
    this.#ended.push(...this.#live.filter(isLost));
    this.#live = this.#live.filter((track) => !isLost(track));
  }
}

const sideOf = ({ x1, y1, x2, y2 }: { x1: number; y1: number; x2: number; y2: number }): number =>
  Math.sqrt(Math.max(1, (x2 - x1) * (y2 - y1)));
