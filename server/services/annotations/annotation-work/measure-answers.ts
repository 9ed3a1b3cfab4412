/** Comparisons of several loaded sides: scoring, agreement and consensus. */
import { mergeSides, wireTrackOf } from "#core/consensus/consensus";
import { consensusSide } from "#core/consensus/consensus-side";
import { agreementSide, type AgreementSide, measureAgreement } from "#core/metrics/agreement";
import { measureCorrections } from "#core/metrics/corrections";
import { countedBoxes, scoredTracks } from "#core/metrics/counted";
import { score } from "#core/metrics/scoring";

import type { AnnotationRecord } from "../../../domain/annotation-save.ts";
import { ranksOf } from "../../../domain/track-ranks.ts";
import { type Answers, coreOf, sessions } from "./sessions.ts";

export const scoringAnswers: Answers<"end-side" | "score"> = {
  /** Keeps only the loaded boxes, without those in exclusion regions of either side. */
  "end-side"({ regionTypes: types }, session) {
    const core = coreOf(session);
    const { pairs = [], computed } = sessions.get(session) ?? {};
    const side = { tracks: scoredTracks(core), types, regions: core.regions(types) };
    if (computed === undefined) {
      sessions.set(session, { pairs, computed: side });
      return;
    }
    const notCounted = { types: new Set([...computed.types, ...types]), regions: [computed.regions, side.regions] };
    const [found, truth] = [computed, side].map(({ tracks }) => countedBoxes(tracks, notCounted));
    sessions.set(session, { pairs: [...pairs, { computed: found ?? [], truth: truth ?? [] }] });
  },
  score: ({ params, frameCounts }, session) => score(sessions.get(session)?.pairs ?? [], params, frameCounts),
};

export const agreementAnswers: Answers<"end-agreement-side" | "agreement" | "corrections"> = {
  "end-agreement-side"({ name, ranges }, session) {
    const { sides = [] } = sessions.get(session) ?? {};
    const side = agreementSide(coreOf(session), ranges);
    sessions.set(session, { sides: new Map([...sides, [name, side]]) });
  },
  agreement({ pieces }, session) {
    const sideOf = sidesOf(session);
    return measureAgreement(pieces.map(([own, other]) => [sideOf(own), sideOf(other)]));
  },
  corrections({ run, now, written }, session) {
    const sideOf = sidesOf(session);
    return measureCorrections(sideOf(run).tracks, sideOf(now).tracks, new Set(written));
  },
};

export const consensusAnswers: Answers<"end-consensus-side" | "consensus"> = {
  "end-consensus-side"({ ranges }, session) {
    const { consensus = [] } = sessions.get(session) ?? {};
    sessions.set(session, { consensus: [...consensus, consensusSide(coreOf(session), ranges)] });
  },
  consensus({ options }, session) {
    const { tracks, ...counts } = mergeSides(sessions.get(session)?.consensus ?? [], options);
    const records = tracks.map((track): AnnotationRecord => {
      const { id, type: label } = track;
      const [begin, end] = [track.frames[0]!, track.frames.at(-1)!];
      const wire = wireTrackOf(track);
      return { kind: "track", id, begin, end, label, ranks: ranksOf(wire), payload: JSON.stringify(wire) };
    });
    sessions.set(session, { records: records.values() });
    return { ...counts, tracks: tracks.length, boxes: tracks.reduce((sum, { frames }) => sum + frames.length, 0) };
  },
};

function sidesOf(session: number): (name: string) => AgreementSide {
  const { sides } = sessions.get(session) ?? {};
  return (name) => {
    const side = sides?.get(name);
    if (side === undefined) throw new Error(`session ${session} has no side ${name}`);
    return side;
  };
}
