/**
 * Finds annotations that are probably mistakes, one rule at a time: boxes that are inverted or empty, tracks that jump
 * or overlap, frames that the dataset does not have. Reading keeps all of it as it is; `wakeline validate` and the
 * viewer's problems panel both use this, so they report the same.
 */
import { hostProblem } from "../formats/problems/host-problems.ts";
import { sliceLength, sliceStart, type CoreInstance } from "../instance.ts";
import {
  issueRules,
  isWithin,
  type IssueFacts,
  type IssuePlace,
  type IssueRule,
  type IssueGroup,
} from "../types/issues.ts";
import { unknownType, type FrameNumber, type Problem, type TrackId } from "../types.ts";
import { ValueKind } from "./attribute-column.ts";
import { attributesOutside } from "./attribute-limits.ts";
import { detectionColumns, listTracks, tracksWithRows, visitStretches, type TrackRows } from "./columns.ts";
import { sortBoxes, type SortedBoxes, visitOverlappingPairs, visitRepeatedBoxes } from "./overlaps.ts";
import { readTrackValues } from "./track-values.ts";

/** The input of a rule. */
export interface IssueScan {
  readonly core: CoreInstance;
  readonly types: readonly string[];
  readonly facts: IssueFacts;
}

/** The input of a rule, with the ids of tracks that it does not apply to. */
interface RuleScan extends IssueScan {
  readonly skipped: ReadonlySet<number>;
  /** Sorted for the first rule that asks, and kept for the others. */
  readonly boxes: () => SortedBoxes;
}

/** Receives a place. `text` describes it for users; it is only called for the few places that are kept. */
type Note = (trackId: number, frame: number, text: () => string, other?: number) => void;
type Rule = (scan: RuleScan, note: Note) => void;

/** Places of a rule that are listed unless all are asked for. */
const defaultMaxPlaces = 500;
/** Longest plausible step from one frame to the next, in diagonals of the larger box. */
const maxStepDiagonals = 2;
/** Intersection over union from which two tracks of the same type are reported. */
const suspiciousIou = 0.8;
/** Pixels that a box may extend over the border: tools round in different ways. */
const borderPx = 1;

/** UTF-16 units: more than is readable in a list. */
const maxTypeNameLength = 200;

/** Marks a frame label, as opposed to an object. */
const frameLabel = { belongs: "track", attribute: "frameLabel" } as const;

/**
 * Rules about the position of an object. A frame label has none: its box is the whole picture or empty, like that of
 * every other label there, and it may well be on a single frame.
 */
const rulesOfObjects: ReadonlySet<IssueRule> = new Set<IssueRule>([
  "box-inverted",
  "box-empty",
  "box-outside",
  "box-duplicate",
  "track-jump",
  "track-gap",
  "tracks-overlap",
  "track-single-frame",
]);

/**
 * Rules that need no further facts, for values that are hardly ever intended. The others are often intended, or need
 * facts.
 */
const defaultRules: readonly IssueRule[] = issueRules.slice(0, issueRules.indexOf("frame-behind-last"));

/** All places where a rule is broken, of which the first `maxPlaces` are listed. */
export function listIssues(scan: IssueScan, rule: IssueRule, maxPlaces = defaultMaxPlaces): IssueGroup {
  if (rule === "frame-behind-last") return pastEndFrames(scan, maxPlaces);
  const found = breaches(scan, rule, maxPlaces, new Set());
  if (found.count === 0 || !rulesOfObjects.has(rule)) return found;
  // Frame labels are only looked up if needed: reading attributes takes time, and moves the columns that a rule uses.
  const labels = listFrameLabels(scan.core);
  return labels.size === 0 ? found : breaches(scan, rule, maxPlaces, labels);
}

/** @param skipped ids of tracks that the rule does not apply to */
function breaches(
  scan: IssueScan,
  rule: Exclude<IssueRule, "frame-behind-last">,
  maxPlaces: number,
  skipped: ReadonlySet<number>,
): IssueGroup {
  const places: IssuePlace[] = [];
  const { ranges = [] } = scan.facts;
  let count = 0;
  rules[rule]({ ...scan, skipped, boxes: () => boxesOf(scan) }, (trackId, frame, text, other) => {
    if (!isWithin(ranges, frame)) return;
    if (skipped.has(trackId) || (other !== undefined && skipped.has(other))) return;
    count++;
    if (places.length === maxPlaces) return;
    places.push({
      trackId: trackId as TrackId,
      frame: frame as FrameNumber,
      text: text(),
      ...(other !== undefined && { other: other as TrackId }),
    });
  });
  const [first] = places;
  const message = first === undefined ? "" : hostProblem(rule, [String(count), first.text]).message;
  return { rule, count, places, message };
}

const sorted = new WeakMap<IssueScan, SortedBoxes>();

/** Sorting takes more time than the rules that need it. */
function boxesOf(scan: IssueScan): SortedBoxes {
  const known = sorted.get(scan) ?? sortBoxes(scan.core);
  sorted.set(scan, known);
  return known;
}

/** One warning per broken rule. `all`: includes the rules for values that are often intended. */
export function findIssues(scan: IssueScan, all: boolean): readonly Problem[] {
  const { pictureSize, pictureSizes = [] } = scan.facts;
  const isSized = pictureSize !== undefined || pictureSizes.length > 0;
  const usual = isSized ? [...defaultRules, "box-outside" as const] : defaultRules;
  const asked = all ? issueRules.filter((rule) => rule !== "frame-behind-last") : usual;
  const broken = asked.map((rule) => listIssues(scan, rule)).filter(({ count }) => count > 0);
  const found = broken.map(({ rule, count, places: [first] }) =>
    hostProblem(
      rule,
      [String(count), first?.text ?? ""],
      first === undefined ? {} : { trackId: first.trackId, frame: first.frame, count },
    ),
  );
  return [...found, ...pastLastFrameProblems(scan.core.exports.track_last_frame(), scan.facts.frameCount)];
}

/**
 * The warning that detections are past the last frame of their dataset, for callers that know both. Empty if either is
 * unknown.
 */
export function pastLastFrameProblems(lastFrame = -1, frameCount?: number): readonly Problem[] {
  if (frameCount === undefined || frameCount <= 0 || lastFrame < frameCount) return [];
  return [hostProblem("frame-behind-last", [String(lastFrame), String(frameCount - 1)])];
}

/** Its message mentions the last frame instead of a count. */
function pastEndFrames({ core, facts: { frameCount, ranges = [] } }: IssueScan, maxPlaces: number): IssueGroup {
  const rule = "frame-behind-last";
  const [problem] = pastLastFrameProblems(core.exports.track_last_frame(), frameCount);
  if (problem === undefined || frameCount === undefined) return { rule, count: 0, places: [], message: "" };
  const { frames } = detectionColumns(core);
  const places: IssuePlace[] = [];
  let count = 0;
  for (const { id, first, end } of tracksWithRows(core)) {
    if (end === first || frames[end - 1]! < frameCount) continue;
    const trackId = id as TrackId;
    // The last frame that can be shown; the first one if none exists.
    const frame = Math.min(frameCount - 1, frames[end - 1]!) as FrameNumber;
    if (!isWithin(ranges, frame)) continue;
    count++;
    if (places.length === maxPlaces) continue;
    places.push({ trackId, frame, text: `track ${trackId} up to frame ${frames[end - 1]!}` });
  }
  return { rule, count, places, message: problem.message };
}

const rules: Readonly<Record<Exclude<IssueRule, "frame-behind-last">, Rule>> = {
  "box-inverted": (scan, note) =>
    eachBox(scan, (id, frame, x1, y1, x2, y2) => {
      if (x2 < x1 || y2 < y1) note(id, frame, () => onFrame(id, frame));
    }),
  "box-empty": (scan, note) =>
    eachBox(scan, (id, frame, x1, y1, x2, y2) => {
      if (x2 >= x1 && y2 >= y1 && (x2 === x1 || y2 === y1)) note(id, frame, () => onFrame(id, frame));
    }),
  "confidence-out-of-range": ({ core }, note) => {
    const { exports } = core;
    for (const rows of tracksWithRows(core)) {
      const pairs = exports.track_pairs(rows.track);
      for (let pair = sliceStart(pairs); pair < sliceStart(pairs) + sliceLength(pairs); pair++) {
        const confidence = exports.pair_confidence(pair);
        if (confidence >= 0 && confidence <= 1) continue;
        note(rows.id, firstFrame(core, rows), () => `${confidence} of track ${rows.id}`);
      }
    }
  },
  "type-missing": ({ core, types }, note) => {
    for (const rows of tracksWithRows(core)) {
      if ((types[rows.type] ?? unknownType) !== unknownType) continue;
      if (sliceLength(core.exports.track_pairs(rows.track)) > 1) continue;
      note(rows.id, firstFrame(core, rows), () => `track ${rows.id}`);
    }
  },
  "type-unusual": ({ core, types }, note) => {
    const unusual = new Set(
      types.flatMap((name, type) => (name.trim() === "" || name.length > maxTypeNameLength ? [type] : [])),
    );
    if (unusual.size === 0) return;
    const { exports } = core;
    for (const rows of tracksWithRows(core)) {
      const pairs = exports.track_pairs(rows.track);
      for (let pair = sliceStart(pairs); pair < sliceStart(pairs) + sliceLength(pairs); pair++) {
        if (!unusual.has(exports.pair_type(pair))) continue;
        note(rows.id, firstFrame(core, rows), () => `track ${rows.id}`);
        break;
      }
    }
  },
  "box-outside": (scan, note) => {
    const { pictureSize, pictureSizes = [] } = scan.facts;
    if (pictureSize === undefined && pictureSizes.length === 0) return;
    eachBox(scan, (id, frame, x1, y1, x2, y2) => {
      const size = pictureSizes[frame] ?? pictureSize;
      if (size === undefined) return;
      const isInside =
        x1 >= -borderPx && y1 >= -borderPx && x2 <= size.width + borderPx && y2 <= size.height + borderPx;
      if (!isInside) note(id, frame, () => onFrame(id, frame));
    });
  },
  "box-duplicate": ({ boxes, skipped }, note) =>
    visitRepeatedBoxes(boxes(), skipped, (id, original, frame) => {
      note(id, frame, () => `track ${id} as track ${original} on frame ${frame}`, original);
    }),
  "tracks-overlap": ({ boxes }, note) => {
    const known = new Map<number, Set<number>>();
    // Equal boxes have their own rule.
    visitOverlappingPairs(boxes(), suspiciousIou, (a, b, frame) => {
      if (known.get(a)?.has(b) === true) return;
      known.set(a, (known.get(a) ?? new Set()).add(b));
      note(a, frame, () => `tracks ${a} and ${b} on frame ${frame}`, b);
    });
  },
  "track-jump": ({ core }, note) => {
    const { frames, bounds } = detectionColumns(core);
    for (const { id, first, end } of tracksWithRows(core)) {
      for (let row = first + 1; row < end; row++) {
        const [before, now] = [(row - 1) * 4, row * 4];
        const dx = (bounds[now]! + bounds[now + 2]! - bounds[before]! - bounds[before + 2]!) / 2;
        const dy = (bounds[now + 1]! + bounds[now + 3]! - bounds[before + 1]! - bounds[before + 3]!) / 2;
        const size = Math.max(diagonal(bounds, now), diagonal(bounds, before));
        const step = length(dx, dy) / (frames[row]! - frames[row - 1]!);
        if (size <= 0 || step <= size * maxStepDiagonals) continue;
        note(id, frames[row]!, () => onFrame(id, frames[row]!));
      }
    }
  },
  "track-gap": ({ core }, note) => {
    const columns = detectionColumns(core);
    for (const rows of tracksWithRows(core)) {
      let last = -1;
      visitStretches(columns, rows, (from, to) => {
        if (last >= 0) {
          const frames = from - 1 === last ? `frame ${last}` : `frames ${last} to ${from - 1}`;
          note(rows.id, last, () => `track ${rows.id} on ${frames}`);
        }
        last = to;
      });
    }
  },
  "track-single-frame": ({ core }, note) => {
    for (const rows of tracksWithRows(core)) {
      if (rows.end - rows.first === 1) note(rows.id, firstFrame(core, rows), () => `track ${rows.id}`);
    }
  },
  "type-unlisted": ({ core, types, facts }, note) => {
    if (facts.types === undefined) return;
    const listed = new Set(facts.types);
    for (const rows of tracksWithRows(core)) {
      const type = types[rows.type];
      if (type === undefined || type === unknownType || listed.has(type)) continue;
      note(rows.id, firstFrame(core, rows), () => `\`${type}\` of track ${rows.id}`);
    }
  },
  "attribute-outside": ({ core, facts }, note) => {
    for (const limits of facts.attributes ?? []) attributesOutside(core, limits, note);
  },
};

/** Ids of the tracks that are frame labels. */
function listFrameLabels(core: CoreInstance): ReadonlySet<number> {
  const { kinds, values } = readTrackValues(core, frameLabel);
  const { count, tracks, ids } = listTracks(core);
  const labels = new Set<number>();
  for (let at = 0; at < count; at++)
    if (kinds[tracks[at]!] === ValueKind.boolean && values[tracks[at]!] === 1) labels.add(ids[at]!);
  return labels;
}

type VisitBox = (id: number, frame: number, x1: number, y1: number, x2: number, y2: number) => void;

function eachBox({ core }: IssueScan, visit: VisitBox): void {
  const { frames, bounds } = detectionColumns(core);
  for (const { id, first, end } of tracksWithRows(core)) {
    for (let row = first, at = first * 4; row < end; row++, at += 4)
      visit(id, frames[row]!, bounds[at]!, bounds[at + 1]!, bounds[at + 2]!, bounds[at + 3]!);
  }
}

function firstFrame({ exports }: CoreInstance, { first, end }: TrackRows): number {
  return end > first ? exports.row_frame(first) >>> 0 : 0;
}

function diagonal(bounds: Float64Array, at: number): number {
  return length(bounds[at + 2]! - bounds[at]!, bounds[at + 3]! - bounds[at + 1]!);
}

/** `Math.hypot` avoids overflow, and takes twenty times as long. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

function onFrame(id: number, frame: number): string {
  return `track ${id} on frame ${frame}`;
}
