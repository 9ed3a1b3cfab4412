/** Describes in words the contested field, and its value on each side. */

import { differenceOf } from "#core/diff/differences";
import type { TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import type { Conflict, ConflictSide, Question } from "../../session/saving/conflict.ts";
import { shownConfidence, pairToShow } from "../../session/display/shown-pair.ts";
import { fieldNames } from "../parts/describe-difference.ts";

type Field = Question["fields"][number];

/** Longer values are truncated. */
const maxLetters = 80;

/** "Track 4 (fish), frame 12: box". */
export function titleOf({ kind, id, frame, fields }: Question, { mine, theirs }: Conflict): string {
  if (kind === "group") return named(t("viewer.conflictGroup", { id }), fields);
  const core = mine.hasTrack(id as TrackId) ? mine : theirs;
  const type = pairToShow(core.track(id as TrackId))?.type;
  const track = type === undefined ? t("viewer.conflictTrack", { id }) : t("viewer.conflictTrackOfType", { id, type });
  return named(frame === undefined ? track : t("viewer.conflictFrame", { track, frame }), fields);
}

function named(name: string, fields: readonly Field[]): string {
  const what = [...new Set(fields.flatMap(({ path }) => (path === undefined ? [] : nameOf(path))))].join(", ");
  return what === "" ? name : t("viewer.conflictDifference", { name, what });
}

/** `attributes/sex` is shown as "sex". */
function nameOf(path: string): string {
  const [area = "", ...rest] = path.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const attributeName = rest.at(-1);
  return area === "attributes" && attributeName !== undefined ? attributeName : fieldNames([area]);
}

/** The values of one side, one per line. */
export function linesOf(question: Question, side: ConflictSide, conflict: Conflict): readonly string[] {
  return question.fields.map((field) => lineOf(question, field, side, conflict));
}

function lineOf({ kind, id, frame }: Question, field: Field, side: ConflictSide, conflict: Conflict): string {
  const value = side === "mine" ? field.b : field.a;
  const { path } = field;
  if (path === undefined) {
    if (value === undefined) return t(frame === undefined ? "viewer.conflictDeleted" : "viewer.conflictNotThere");
    if (frame !== undefined) return boxWords((value as { bounds?: unknown }).bounds);
    if (kind === "group") return t("viewer.conflictChanged");
    const difference = differenceOf(conflict.base, side === "mine" ? conflict.mine : conflict.theirs, id as TrackId);
    const fields = difference === undefined ? [] : [...difference.trackFields, ...difference.detectionFields];
    return t("viewer.conflictChangedFields", { what: fieldNames(fields) });
  }
  if (value === undefined) return t("viewer.conflictNone");
  if (path === "bounds") return boxWords(value);
  if (path === "confidencePairs") return pairWords(value as readonly (readonly [string, number])[]);
  if (path.startsWith("geometry")) return geometryWords(path, value);
  if (path.startsWith("members/")) return rangeWords(value);
  return plainWords(value);
}

function boxWords(value: unknown): string {
  if (!Array.isArray(value)) return t("viewer.conflictNone");
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (value as number[]).map(Math.round);
  return t("viewer.conflictBox", { x: x1, y: y1, width: x2 - x1, height: y2 - y1 });
}

function pairWords(pairs: readonly (readonly [string, number])[]): string {
  return pairs.map(([type, confidence]) => `${type} ${shownConfidence({ type, confidence })}`.trimEnd()).join(", ");
}

function geometryWords(path: string, value: unknown): string {
  const { type, coordinates = [] } =
    (value as { geometry?: { type?: string; coordinates?: unknown[] } }).geometry ?? {};
  const key = path.split("/")[2];
  if (type === "Point") return t("viewer.conflictPoint", { name: key ?? "", at: (coordinates as number[]).join(", ") });
  const points = type === "Polygon" ? ((coordinates as unknown[][])[0] ?? []) : coordinates;
  return t(type === "Polygon" ? "viewer.conflictPolygon" : "viewer.conflictLine", { count: points.length });
}

function rangeWords(value: unknown): string {
  const { ranges } = value as { ranges?: readonly (readonly [number, number])[] };
  if (ranges === undefined || ranges.length === 0) return t("viewer.conflictMember");
  return t("viewer.conflictRanges", { ranges: ranges.map(([begin, end]) => `${begin}–${end}`).join(", ") });
}

function plainWords(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "viewer.conflictOn" : "viewer.conflictOff");
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join("; ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
}
