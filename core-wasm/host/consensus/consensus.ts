/**
 * Merges what several people drew in the same frames into one set of tracks. A box is there where enough people have
 * one; it is the mean of theirs, and more exact people count more. An object continues where most of them continue it.
 */
import type { Bounds, ConfidencePair, TrackBoxes, TrackId } from "../types.ts";
import { isWithin } from "../types/issues.ts";
import type { ConsensusSide, ConsensusTrack, NotMerged } from "./consensus-side.ts";
import { followObjects, type FollowedObject } from "./identities.ts";
import { type Keyframe, keyframesOf } from "./keyframes.ts";
import { weighSides } from "./reliability.ts";
import { type BoxCluster, clusterFrames } from "./same-frame.ts";
import { type Attributes, attributesByVote, type Ballot, typesByVote } from "./votes.ts";

export interface ConsensusOptions {
  /** From which overlap boxes are of the same object. Default 0.5. */
  readonly minIou?: number;
  /**
   * How many of those who looked at a frame must have a box. Default: half of them, or fewer who are much more exact
   * than the others.
   */
  readonly leastPeople?: number;
}

export interface MergedTrack extends TrackBoxes {
  /** The share of the votes for each type. */
  readonly pairs: readonly ConfidencePair[];
  readonly attributes: Attributes;
  readonly keyframes: readonly (Keyframe & { readonly attributes: Attributes })[];
}

export interface Consensus {
  readonly tracks: readonly MergedTrack[];
  /** Objects and boxes that too few people have. */
  readonly tooFew: { readonly tracks: number; readonly boxes: number };
  readonly notMerged: NotMerged;
}

const defaultMinIou = 0.5;
/**
 * An object of fewer than half of the people is there if they have this share of the trust: of three people of whom one
 * is careless, one of the other two is enough. Chosen by the simulations of docs/accuracy.md.
 */
const minTrustShare = 0.42;

/** Half. With two people, keep what either drew: a reviewer notices extra boxes, not missing ones. */
export const defaultMinPeople = (people: number): number => Math.ceil(people / 2);

/** Changes nothing. The order of the sides only breaks ties. */
export function mergeSides(sides: readonly ConsensusSide[], options: ConsensusOptions = {}): Consensus {
  const { minIou = defaultMinIou, leastPeople } = options;
  const drawn = sides.map(({ tracks }) => tracks);
  const clusters = clusterFrames(drawn, minIou);
  const { weights, trusts } = weighSides(drawn, [...clusters.values()].flat());
  const sumOfTrust = (of: readonly number[]): number => of.reduce((sum, side) => sum + trusts[side]!, 0);
  let few = 0;
  const counted = new Map<number, readonly BoxCluster[]>();
  for (const [frame, all] of clusters) {
    const annotators = annotatorsOf(sides, frame, all);
    const min = Math.min(annotators.length, leastPeople ?? defaultMinPeople(annotators.length));
    const minTrust = leastPeople === undefined ? minTrustShare * sumOfTrust(annotators) : Infinity;
    const kept = all.filter(
      (cluster) => cluster.length >= min || sumOfTrust(cluster.map(({ side }) => side)) >= minTrust,
    );
    few += all.length - kept.length;
    if (kept.length > 0) counted.set(frame, kept);
  }
  const boxOf = (cluster: BoxCluster): Bounds => meanBox(drawn, cluster, weights);
  const objects = followObjects(counted, boxOf);
  const used = new Set(
    objects.flatMap((object) => [...object.values()].flat().map(({ side, track }) => drawn[side]![track]!)),
  );
  return {
    tracks: objects.map((object, id) => mergedTrack(drawn, object, boxOf, id as TrackId)),
    tooFew: { boxes: few, tracks: drawn.flat().filter((track) => !used.has(track)).length },
    notMerged: sumOf(sides.map(({ notMerged }) => notMerged)),
  };
}

/** Who looked at a frame: those who were asked to, and those who drew there. */
function annotatorsOf(
  sides: readonly ConsensusSide[],
  frame: number,
  clusters: readonly BoxCluster[],
): readonly number[] {
  const drew = new Set(clusters.flatMap((cluster) => cluster.map(({ side }) => side)));
  return [...sides.keys()].filter((side) => drew.has(side) || isWithin(sides[side]!.ranges ?? [], frame));
}

function mergedTrack(
  drawn: readonly (readonly ConsensusTrack[])[],
  object: FollowedObject,
  boxOf: (cluster: BoxCluster) => Bounds,
  id: TrackId,
): MergedTrack {
  const frames = Uint32Array.from(object.keys());
  const bounds = new Float64Array(frames.length * 4);
  const opinions = new Map<number, Attributes[]>();
  for (const [at, [frame, cluster]] of [...object].entries()) {
    bounds.set(boxOf(cluster), at * 4);
    for (const box of cluster) {
      const opinion = drawn[box.side]![box.track]!.detectionAttributes?.get(frame);
      if (opinion !== undefined) opinions.set(frame, [...(opinions.get(frame) ?? []), opinion]);
    }
  }
  const people = peopleOf(drawn, object);
  const pairs = typesByVote(people.flatMap(({ ballots }) => ballots));
  const { type, confidence } = pairs[0]!;
  const keyframes = keyframesOf(frames, bounds, new Set(opinions.keys())).map((keyframe) => ({
    ...keyframe,
    attributes: attributesByVote(opinions.get(keyframe.frame) ?? []),
  }));
  const attributes = attributesByVote(people.map(({ main }) => main.attributes));
  return { id, type, confidence, frames, bounds, pairs, attributes, keyframes };
}

function meanBox(
  drawn: readonly (readonly ConsensusTrack[])[],
  cluster: BoxCluster,
  weights: readonly number[],
): Bounds {
  const total = cluster.reduce((sum, { side }) => sum + weights[side]!, 0);
  const edge = (n: number): number =>
    cluster.reduce((sum, { side, track, at }) => sum + weights[side]! * drawn[side]![track]!.bounds[at * 4 + n]!, 0) /
    total;
  return [edge(0), edge(1), edge(2), edge(3)];
}

interface Voter {
  /** The track in which they have most of the object. */
  readonly main: ConsensusTrack;
  /** One vote, shared among the types of their tracks by frames. */
  readonly ballots: readonly Ballot<string>[];
}

function peopleOf(drawn: readonly (readonly ConsensusTrack[])[], object: FollowedObject): readonly Voter[] {
  const counts = new Map<number, Map<number, number>>();
  for (const { side, track } of [...object.values()].flat()) {
    const own = counts.get(side) ?? new Map<number, number>();
    counts.set(side, own.set(track, (own.get(track) ?? 0) + 1));
  }
  return [...counts].map(([side, own]) => {
    const parts = [...own].toSorted(([a, first], [b, second]) => second - first || a - b);
    const total = parts.reduce((sum, [, frames]) => sum + frames, 0);
    return {
      main: drawn[side]![parts[0]![0]]!,
      ballots: parts.map(([track, frames]) => ({ value: drawn[side]![track]!.type, votes: frames / total })),
    };
  });
}

function sumOf(all: readonly NotMerged[]): NotMerged {
  const sum = (of: keyof NotMerged): number => all.reduce((total, each) => total + each[of], 0);
  return { shapes: sum("shapes"), notes: sum("notes"), frameLabels: sum("frameLabels"), groups: sum("groups") };
}

/** A merged track as api/v1 has it. */
export function wireTrackOf({ id, frames, pairs, attributes, keyframes }: MergedTrack): object {
  return {
    id,
    begin: frames[0]!,
    end: frames.at(-1)!,
    attributes,
    confidencePairs: pairs.map(({ type, confidence }) => [type, confidence]),
    features: keyframes.map((keyframe) => ({ ...keyframe, keyframe: true })),
  };
}
