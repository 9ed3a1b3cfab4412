/**
 * The journal: steps as bytes that outlive the core, to be replayed after a crash.
 *
 * `WLJ1`, then per step: header length u32, ops length u32, checksum u32 (FNV-1a of header and ops), header, ops. The
 * header is JSON {label, frame, revertsAgo}; the ops are a section of the core's log. Little endian.
 */
import type { CoreInstance } from "../instance.ts";
import { encodeText } from "../instance.ts";
import { maxFrame } from "./arguments.ts";
import { areOpsComplete } from "./journal-check.ts";
import { concatenate } from "../join-bytes.ts";
import type { FrameNumber } from "../types.ts";

/** The effect of one call of transact, undo or redo. */
export interface Step {
  readonly label: string;
  readonly frame: FrameNumber;
  /** Range of ops in the log, byte offsets. */
  readonly start: number;
  readonly end: number;
  /** The seq of the step that this one reverts; undefined for an edit. */
  readonly reverts: number | undefined;
}

const magic = "WLJ1";
const prefixBytes = 12;
const decoder = new TextDecoder();

export interface JournalStep {
  readonly label: string;
  readonly frame: FrameNumber;
  /** How many steps ago the reverted step was. */
  readonly revertsAgo: number | undefined;
  readonly ops: Uint8Array;
}

/** `steps` must end with the last one of the log. */
export function encodeJournal(
  core: CoreInstance,
  steps: readonly (Step & { readonly seq: number })[],
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [encodeText(magic)];
  for (const { label, frame, reverts, start, end, seq } of steps) {
    const revertsAgo = reverts === undefined ? undefined : seq - reverts;
    const header = encodeText(JSON.stringify({ label, frame, revertsAgo }));
    const address = core.exports.log_address(start) >>> 0;
    const ops = core.copy(address, address + (end - start));
    const prefix = new DataView(new ArrayBuffer(prefixBytes));
    prefix.setUint32(0, header.length, true);
    prefix.setUint32(4, ops.length, true);
    prefix.setUint32(8, checksum(header, ops), true);
    parts.push(new Uint8Array(prefix.buffer), header, ops);
  }
  return concatenate(parts);
}

/** Returns undefined when the bytes are not a complete journal. */
export function decodeJournal(journal: Uint8Array): readonly JournalStep[] | undefined {
  if (decoder.decode(journal.subarray(0, magic.length)) !== magic) return undefined;
  const view = new DataView(journal.buffer, journal.byteOffset, journal.byteLength);
  const steps: JournalStep[] = [];
  let p = magic.length;
  while (p < journal.length) {
    if (p + prefixBytes > journal.length) return undefined;
    const headerEnd = p + prefixBytes + view.getUint32(p, true);
    const opsEnd = headerEnd + view.getUint32(p + 4, true);
    if (opsEnd > journal.length) return undefined;
    const header = journal.subarray(p + prefixBytes, headerEnd);
    const ops = journal.subarray(headerEnd, opsEnd);
    if (checksum(header, ops) !== view.getUint32(p + 8, true)) return undefined;
    const step = decodeHeader(decoder.decode(header));
    if (step === undefined || !areOpsComplete(ops)) return undefined;
    steps.push({ ...step, ops });
    p = opsEnd;
  }
  return steps;
}

/** Returns undefined when the text is not a valid header. */
function decodeHeader(text: string): Omit<JournalStep, "ops"> | undefined {
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof header !== "object" || header === null) return undefined;
  const { label, frame, revertsAgo } = header as Partial<Record<keyof JournalStep, unknown>>;
  const isIndex = (value: unknown, min: number): value is number =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= maxFrame;
  if (typeof label !== "string" || !isIndex(frame, 0)) return undefined;
  if (revertsAgo !== undefined && !isIndex(revertsAgo, 1)) return undefined;
  return { label, frame: frame as FrameNumber, revertsAgo };
}

function checksum(...parts: readonly Uint8Array[]): number {
  let hash = 2166136261;
  for (const part of parts) for (const byte of part) hash = Math.imul(hash ^ byte, 16777619);
  return hash >>> 0;
}
