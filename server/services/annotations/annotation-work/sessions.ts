/** Pieces of work in the annotation thread: each a core, or records waiting to be fetched. */
import type { AnnotationCore } from "#core";
import type { ConsensusSide } from "#core/consensus/consensus-side";
import type { AgreementSide } from "#core/metrics/agreement";
import type { ExcludedCounts } from "#core/metrics/counted";
import type { ScoredTrack } from "#core/metrics/pool";
import type { ScoredPair } from "#core/metrics/scoring";

import type { AnnotationRecord } from "../../../domain/annotation-save.ts";
import type { Transferred } from "../../../../core-wasm/threads/thread-answers.ts";
import type { Answer, Asked, WorkKind } from "./protocol.ts";

export interface ScoredSide {
  readonly tracks: readonly ScoredTrack[];
  readonly types: readonly string[];
  readonly regions: ExcludedCounts["regions"][number];
}

export interface Session {
  /** Only in a scoring: the pairs so far, and the side that waits for its truth. */
  pairs?: ScoredPair[];
  computed?: ScoredSide;
  /** Only in a measurement of agreement, by name. */
  sides?: ReadonlyMap<string, AgreementSide>;
  /** Only in a consensus. */
  consensus?: readonly ConsensusSide[];
  core?: AnnotationCore;
  records?: Iterator<AnnotationRecord>;
  pieces?: Iterator<Uint8Array<ArrayBuffer>>;
}
export const sessions = new Map<number, Session>();

/** How one thread answers calls of these kinds. */
export type Answers<K extends WorkKind> = {
  readonly [Kind in K]: (
    asked: Asked<Kind>,
    session: number,
  ) => Answer<Kind> | Transferred<Answer<Kind>> | Promise<Answer<Kind> | Transferred<Answer<Kind>>>;
};

export function coreOf(session: number): AnnotationCore {
  const core = sessions.get(session)?.core;
  if (core === undefined) throw new Error(`session ${session} has no core`);
  return core;
}
