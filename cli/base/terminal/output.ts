/** Output of a command: results on stdout, messages about the work on stderr. */

import { ExitCode, fileError } from "../process/errors.ts";
import { eraseLine } from "./live-line.ts";
import { isTerminal, paint, printable } from "./terminal.ts";
import { io } from "./io.ts";

/** Writes to stdout and resolves once the data have left the process, so that large results are not lost on exit. */
export function writeResult(content: string | Uint8Array): Promise<void> {
  // Both are usually the same terminal.
  if (isTerminal(io().out)) eraseLine(io().err);
  return new Promise((resolve) => {
    io().out.write(content, (error) => {
      // Errors are handled in `handleOutputErrors`: nothing continues after one.
      if (!error) resolve();
    });
  });
}

/**
 * A closed reader (`wakeline ls | head`) ends the command, as usual; a full disk is reported. Nothing can be reported
 * on a closed terminal.
 */
export function handleOutputErrors(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(ExitCode.pipeClosed);
    fail(fileError("write", "standard output", error).message);
    process.exit(ExitCode.usage);
  });
  process.stderr.on("error", () => {});
}

/** The result of `--json`: indented on a terminal, one line in a pipe. */
export function writeJson(value: unknown): Promise<void> {
  const text = isTerminal(io().out) ? JSON.stringify(value, undefined, 2) : JSON.stringify(value);
  return writeResult(`${text}\n`);
}

/** One of several results that are written as they become available: always one line. */
export function writeJsonLine(value: unknown): Promise<void> {
  return writeResult(`${JSON.stringify(value)}\n`);
}

/** Writes a message about the work. */
export function note(message: string): void {
  writeMessage(message);
}

export function warn(message: string): void {
  writeMessage(`${paint(io().err, "yellow", "warning:")} ${printable(message)}`);
}

export function fail(message: string): void {
  writeMessage(`${paint(io().err, "red", "error:")} ${printable(message)}`);
}

function writeMessage(line: string): void {
  eraseLine(io().err);
  io().err.write(`${line}\n`);
}

/** `1 track`, `2 tracks`, `1,234 tracks`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}

/** `2 tracks, 5 detections, 1 group`; without groups if there are none. */
export function countsText(counts: {
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
}): string {
  const { trackCount, detectionCount, groupCount } = counts;
  const groups = groupCount === 0 ? [] : [counted(groupCount, "group")];
  return [counted(trackCount, "track"), counted(detectionCount, "detection"), ...groups].join(", ");
}

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `0 bytes`, `12.3 kB`, `2.2 MB`: decimal units, as used for disks and networks. */
export function byteText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? counted(bytes, "byte") : `${value.toFixed(1)} ${byteUnits[unit]}`;
}
