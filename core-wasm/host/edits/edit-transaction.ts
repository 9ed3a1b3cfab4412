/**
 * The edits of one transaction: each checks its arguments here and its rules in the core, and is logged immediately.
 */
import type { CoreInstance } from "../instance.ts";
import type { DetectionEdits, EditTransaction, GroupEdits, TrackEdits } from "../types.ts";
import { CoreDetectionEdits } from "./detection-edits.ts";
import { CoreGroupEdits } from "./group-edits.ts";
import type { MembershipCache } from "./group-members.ts";
import { OpenCore } from "./open-core.ts";
import { CoreTrackEdits } from "./track-edits.ts";

export class CoreTransaction implements EditTransaction {
  readonly tracks: TrackEdits;
  readonly detections: DetectionEdits;
  readonly groups: GroupEdits;
  readonly #open: OpenCore;
  readonly #settle: () => void;

  constructor(core: CoreInstance, membership: MembershipCache) {
    this.#open = new OpenCore(core);
    const groups = new CoreGroupEdits(this.#open, membership);
    this.tracks = new CoreTrackEdits(this.#open, groups);
    this.detections = new CoreDetectionEdits(this.#open);
    this.groups = groups;
    this.#settle = () => groups.settle();
  }

  /** Removes deleted tracks from their groups: the last edit of the transaction. */
  settle(): void {
    this.#settle();
  }

  /** Refuses edits from now on. */
  close(): void {
    this.#open.close();
  }
}
