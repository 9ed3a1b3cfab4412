/**
 * Annotations of COCO without bounds, such as the classifications of camera traps and iNaturalist: one problem for all of
 * them, and one for all whose bounding boxes do not have four numbers.
 */
import { hostProblem } from "../problems/host-problems.ts";
import { withoutBounds } from "../problems/problems.ts";
import { outerMembers } from "../recognize/recognize-json-keys.ts";
import type { Problem, ReadReport } from "../../types.ts";

/** No annotation has more before its box, except for masks. */
const maxBytes = 64 * 1024;

/** @param bytes the file that the offsets of its problems refer to */
export function summarizeBoundless(report: ReadReport, bytes: Uint8Array): ReadReport {
  const all = report.problems.filter(({ code }) => code === "coco-no-bounds");
  if (all.length === 0) return report;
  const found = all.map((problem) => ({ problem, ...factsAt(bytes, problem) }));
  const malformed = found.filter(({ box }) => box !== undefined);
  const absent = found.filter(({ box }) => box === undefined);
  const summaries: Problem[] = [];
  const [first] = absent;
  // Only so many are listed; if nothing else was skipped, the others are of the same kind.
  const isAll = malformed.length === 0 && report.skippedCount > absent.length && others(report) === 0;
  if (first !== undefined) {
    const message = withoutBounds(
      absent.map(({ id }) => id),
      isAll ? report.skippedCount : absent.length,
    );
    summaries.push({ ...first.problem, message });
  }
  const [odd] = malformed;
  if (odd?.box !== undefined) {
    const words = [String(malformed.length), odd.id, odd.box];
    const { offset, pointer } = odd.problem;
    summaries.push({ ...hostProblem("coco-bbox-malformed", words), ...(offset !== undefined && { offset, pointer }) });
  }
  const at = report.problems.findIndex(({ code }) => code === "coco-no-bounds");
  const before = report.problems.slice(0, at);
  const after = report.problems.slice(at).filter(({ code }) => code !== "coco-no-bounds");
  const counted = isAll ? report.skippedCount : all.length;
  return {
    ...report,
    problems: [...before, ...summaries, ...after],
    problemCount: report.problemCount - counted + summaries.length,
  };
}

/** How many other annotations were skipped, as far as the report lists them. */
const others = ({ problems }: ReadReport): number =>
  problems.filter(({ code, severity }) => severity === "error" && code !== "coco-no-bounds").length;

/** Its id as written, and its box if that is none. */
function factsAt(
  bytes: Uint8Array,
  { offset, annotationId }: Problem,
): { readonly id: string; readonly box: string | undefined } {
  const head = offset === undefined ? undefined : bytes.subarray(offset, offset + maxBytes);
  const members = head?.[0] === openBrace ? outerMembers(head).members : undefined;
  const id = String(annotationId ?? members?.get("id")?.value ?? "?");
  const text = members?.get("bbox")?.text;
  return { id, box: text === undefined || /^(null|\[\s*\])$/.test(text) ? undefined : text.slice(0, maxShown) };
}

const openBrace = 0x7b;
const maxShown = 60;
