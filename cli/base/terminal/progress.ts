/** A progress bar on the last line of the terminal; silent elsewhere. Transfers at the same time share one bar. */

import { byteText } from "./output.ts";
import {
  cutText,
  isPlainTerminal,
  isTerminal,
  padText,
  paint,
  printable,
  terminalWidth,
  textWidth,
} from "./terminal.ts";
import { drawLine, eraseLine } from "./live-line.ts";
import { io, type Output } from "./io.ts";

export interface Progress {
  /** Shows `label` and how much of `total` is done; `total` 0: unknown. */
  update(label: string, done: number, total: number): void;
  /** Removes the bar, so that other lines can be written. */
  clear(): void;
}

interface ProgressOptions {
  /** `bytes` adds amount, speed and time left; `steps` only the share. */
  readonly unit: "bytes" | "steps";
}

const redrawMs = 100;
const widestBar = 24;
const narrowestBar = 8;
const widestLabel = 40;
const narrowestLabel = 12;
const gap = "  ";
/** Weight of the newest speed sample: about the last two seconds count. */
const speedSmoothing = 0.1;

const silent: Progress = { update() {}, clear() {} };

/** Part of what a terminal shows. */
interface Part {
  readonly unit: ProgressOptions["unit"];
  label: string;
  done: number;
  total: number;
}

/** The parts that share the line of a terminal. */
interface Line {
  readonly parts: Set<Part>;
  /** Ended while others continued, so that amounts never decrease. */
  readonly ended: Set<Part>;
  readonly measureSpeed: ReturnType<typeof createSpeedometer>;
  drawnAtMs: number;
}

const lines = new WeakMap<Output, Line>();

export function createProgress({ unit }: ProgressOptions, stream: Output = io().err): Progress {
  if (!isTerminal(stream) || isPlainTerminal()) return silent;
  const part: Part = { unit, label: "", done: 0, total: 0 };
  return {
    update(label, done, total) {
      const line = lines.get(stream) ?? {
        parts: new Set(),
        ended: new Set(),
        measureSpeed: createSpeedometer(),
        drawnAtMs: 0,
      };
      lines.set(stream, line);
      Object.assign(part, { label, done, total });
      line.parts.add(part);
      line.ended.delete(part);
      const nowMs = performance.now();
      if (nowMs - line.drawnAtMs < redrawMs && (done < total || line.parts.size > 1)) return;
      line.drawnAtMs = nowMs;
      drawLine(stream, lineText(stream, line, part, nowMs));
    },
    clear() {
      const line = lines.get(stream);
      if (line?.parts.delete(part) === true) line.ended.add(part);
      if (line?.parts.size === 0) lines.delete(stream);
      eraseLine(stream);
    },
  };
}

/** Transfers of several parts are added up; a step is shown if nothing is transferred. */
function lineText(stream: Output, { parts, ended, measureSpeed }: Line, latest: Part, nowMs: number): string {
  const transfers = [...parts].filter(({ unit }) => unit === "bytes");
  const shown = latest.unit === "bytes" ? latest : (transfers.at(-1) ?? latest);
  const label = parts.size > 1 ? `${shown.label} +${parts.size - 1}` : shown.label;
  if (shown.unit === "steps") return progressLine(stream, label, shareOf(shown.done, shown.total), []);
  const all = [...transfers, ...ended].filter(({ unit }) => unit === "bytes");
  const done = all.reduce((sum, each) => sum + each.done, 0);
  const total = all.reduce((sum, each) => sum + each.total, 0);
  return progressLine(stream, label, shareOf(done, total), transferFacts(done, total, measureSpeed(nowMs, done)));
}

/** `undefined`: it is not known. */
function shareOf(done: number, total: number): number | undefined {
  return total > 0 ? Math.min(done / total, 1) : undefined;
}

/** Label, bar, share and as many facts as fit, the most important first. */
function progressLine(stream: Output, label: string, share: number | undefined, facts: readonly string[]): string {
  // A full last column would make some terminals start a new line.
  const width = terminalWidth(stream) - 1;
  let right = share === undefined ? "" : `${Math.floor(share * 100)} %`.padStart(5);
  for (const fact of facts) {
    if (narrowestLabel + gap.length + textWidth(right + gap + fact) > width) break;
    right += gap + fact;
  }
  const room = width - textWidth(right) - gap.length;
  const barRoom = room - narrowestLabel - gap.length;
  const bar = share === undefined || barRoom < narrowestBar ? "" : barText(stream, share, Math.min(barRoom, widestBar));
  const labelWidth = Math.min(bar === "" ? room : room - textWidth(bar) - gap.length, widestLabel);
  const name = padText(cutText(printable(label), labelWidth), labelWidth);
  return [name, bar, right].filter((part) => part !== "").join(gap);
}

function transferFacts(done: number, total: number, bytesPerSecond: number | undefined): string[] {
  const amount = `${byteText(done)} of ${byteText(total)}`;
  if (bytesPerSecond === undefined || bytesPerSecond <= 0) return [amount];
  const left = (total - done) / bytesPerSecond;
  const speed = `${byteText(bytesPerSecond)}/s`;
  return left < 1 ? [amount, speed] : [amount, speed, `${durationText(left)} left`];
}

/** Bytes per second, smoothed; `undefined` until there are two samples. */
function createSpeedometer(): (nowMs: number, done: number) => number | undefined {
  let sample: { readonly atMs: number; readonly done: number } | undefined;
  let speed: number | undefined;
  return (nowMs, done) => {
    if (sample !== undefined && done >= sample.done && nowMs > sample.atMs) {
      const current = ((done - sample.done) * 1000) / (nowMs - sample.atMs);
      speed = speed === undefined ? current : speed + (current - speed) * speedSmoothing;
    }
    sample = { atMs: nowMs, done };
    return speed;
  };
}

function barText(stream: Output, share: number, cells: number): string {
  const filled = Math.round(share * cells);
  return paint(stream, "green", "━".repeat(filled)) + paint(stream, "dim", "━".repeat(cells - filled));
}

/** `45 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
