/** A progress bar on the last line of the terminal; silent anywhere else. */

import { byteText } from "./output.ts";
import { cutText, isTerminal, padText, paint, printable, terminalWidth, textWidth } from "./terminal.ts";
import type { Output } from "./terminal.ts";

export interface Progress {
  /** Shows `label` and how much of `total` is done; `total` 0: how much is unknown. */
  update(label: string, done: number, total: number): void;
  /** Takes the bar off the screen, so that other lines can be written. */
  clear(): void;
}

interface ProgressOptions {
  /** `bytes` adds amount, speed and time left; `steps` only the share. */
  readonly unit: "bytes" | "steps";
}

const redrawMs = 100;
const barCells = 24;
/** Weight of the newest speed sample: about the last two seconds count. */
const speedSmoothing = 0.1;

const silent: Progress = { update() {}, clear() {} };

export function createProgress({ unit }: ProgressOptions, stream: Output = process.stderr): Progress {
  if (!isTerminal(stream)) return silent;
  let drawnAtMs = 0;
  let sample: { readonly atMs: number; readonly done: number } | undefined;
  let bytesPerSecond: number | undefined;

  const amount = (done: number, total: number): string => {
    const share = total > 0 ? `${Math.floor((done / total) * 100)} %` : "";
    if (unit === "steps") return padText(share, 5, "right");
    const left = bytesPerSecond !== undefined && bytesPerSecond > 0 ? (total - done) / bytesPerSecond : undefined;
    return [
      padText(share, 5, "right"),
      `${byteText(done)} of ${byteText(total)}`,
      bytesPerSecond === undefined ? "" : `${byteText(bytesPerSecond)}/s`,
      left === undefined || left < 1 ? "" : `${durationText(left)} left`,
    ]
      .filter((part) => part !== "")
      .join("  ");
  };

  return {
    update(label, done, total) {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < redrawMs && done < total) return;
      drawnAtMs = nowMs;
      if (sample !== undefined && done >= sample.done && nowMs > sample.atMs) {
        const speed = ((done - sample.done) * 1000) / (nowMs - sample.atMs);
        bytesPerSecond =
          bytesPerSecond === undefined ? speed : bytesPerSecond + (speed - bytesPerSecond) * speedSmoothing;
      }
      sample = { atMs: nowMs, done };
      const width = terminalWidth(stream);
      const right = amount(done, total);
      const showsBar = width >= 60;
      const room = width - 1 - textWidth(right) - (showsBar ? barCells + 4 : 2);
      const name = padText(cutText(printable(label), Math.max(room, 8)), Math.min(Math.max(room, 8), 40));
      const bar = showsBar ? `${barText(stream, total > 0 ? done / total : 0)}  ` : "";
      stream.write(`\r\u001b[K${cutText(name, Math.max(room, 8))}  ${bar}${right}`);
    },
    clear() {
      stream.write("\r\u001b[K");
      drawnAtMs = 0;
    },
  };
}

function barText(stream: Output, share: number): string {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * barCells);
  return paint(stream, "green", "━".repeat(filled)) + paint(stream, "dim", "━".repeat(barCells - filled));
}

/** `45 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
