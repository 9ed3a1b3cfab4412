/** A progress bar on the last line of the terminal; silent elsewhere. */

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

export function createProgress({ unit }: ProgressOptions, stream: Output = io().err): Progress {
  if (!isTerminal(stream) || isPlainTerminal()) return silent;
  const measureSpeed = createSpeedometer();
  let drawnAtMs = 0;
  return {
    update(label, done, total) {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < redrawMs && done < total) return;
      drawnAtMs = nowMs;
      const facts = unit === "bytes" ? transferFacts(done, total, measureSpeed(nowMs, done)) : [];
      const share = total > 0 ? Math.min(done / total, 1) : undefined;
      stream.write(`\r\u001b[K${progressLine(stream, label, share, facts)}`);
    },
    clear() {
      stream.write("\r\u001b[K");
      drawnAtMs = 0;
    },
  };
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
