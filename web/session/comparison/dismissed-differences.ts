/**
 * The differences a user decided to keep: whole tracks and groups, or parts of a track. Each decision is a step in the
 * undo order, although it changes no annotation: Ctrl+Z after a mistaken click must not revert the edit before it.
 */

import type { Difference, GroupDifference } from "#core/diff/differences";
import type { GroupId, TrackId } from "#core/types";
import { StepStacks } from "../undo/step-stacks.ts";

/** The part of a track decided on its own: its detection on a frame, or `track` for the track's own values. */
export type DifferencePart = number | "track";

/** One decision. */
export interface Dismissal {
  readonly tracks?: readonly TrackId[];
  readonly groups?: readonly GroupId[];
  readonly parts?: readonly (readonly [id: TrackId, part: DifferencePart])[];
}

/** A difference without the parts to keep. */
export interface OpenDifference extends Difference {
  /** How many of its parts are kept: if any, the rest is not the whole difference. */
  readonly keptParts: number;
}

export class DismissedDifferences {
  readonly #steps = new StepStacks<Dismissal>();
  #tracks = new Set<TrackId>();
  #groups = new Set<GroupId>();
  #parts = new Map<TrackId, Set<DifferencePart>>();

  /** Returns the position after it, as every undoable step does. */
  keep(kept: Dismissal): number {
    this.#steps.push(kept);
    return this.#collect();
  }

  undo(): number | undefined {
    return this.#steps.undo() && this.#collect();
  }

  redo(): number | undefined {
    return this.#steps.redo() && this.#collect();
  }

  clear(): void {
    this.#steps.clear();
    this.#collect();
  }

  hasPart(id: TrackId, part: DifferencePart): boolean {
    return this.#tracks.has(id) || this.#parts.get(id)?.has(part) === true;
  }

  hasGroup({ groupId }: GroupDifference): boolean {
    return this.#groups.has(groupId);
  }

  /**
   * The undecided differences, and the number of decisions made.
   * @param framesOf the frames of a track that only one side has
   */
  withoutDismissed(
    difference: Difference,
    framesOf: (difference: Difference) => readonly number[],
  ): { readonly open: OpenDifference | undefined; readonly keptCount: number } {
    const { trackId, kind } = difference;
    if (this.#tracks.has(trackId)) return { open: undefined, keptCount: 1 };
    const kept = this.#parts.get(trackId);
    if (kept === undefined) return { open: { ...difference, keptParts: 0 }, keptCount: 0 };
    const all = kind === "changed" ? difference.frames : framesOf(difference);
    const frames = all.filter((frame) => !kept.has(frame));
    const trackFields = kept.has("track") ? [] : difference.trackFields;
    const isTrackKept = trackFields.length < difference.trackFields.length;
    const keptParts = all.length - frames.length + Number(isTrackKept);
    if (frames.length === 0 && trackFields.length === 0) return { open: undefined, keptCount: keptParts };
    const detectionFields = frames.length === 0 ? [] : difference.detectionFields;
    // The frames of a whole track are not listed.
    const listed = kind === "changed" ? { frames, trackFields, detectionFields } : {};
    const open = { ...difference, ...listed, frame: frames[0] ?? difference.frame, keptParts };
    return { open, keptCount: keptParts };
  }

  /** Brings the kept differences up to date with the steps; returns how many there are. */
  #collect(): number {
    const { done } = this.#steps;
    this.#tracks = new Set(done.flatMap(({ tracks = [] }) => tracks));
    this.#groups = new Set(done.flatMap(({ groups = [] }) => groups));
    this.#parts = new Map();
    for (const [id, part] of done.flatMap(({ parts = [] }) => parts)) {
      const known = this.#parts.get(id) ?? new Set();
      this.#parts.set(id, known.add(part));
    }
    return done.length;
  }
}
