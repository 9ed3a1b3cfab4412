/** The last line of a terminal while it shows progress: whatever else is written removes it first. */

import type { Output } from "./io.ts";

const terminalsWithLine = new WeakSet<Output>();

/** Replaces the line. */
export function drawLine(stream: Output, text: string): void {
  terminalsWithLine.add(stream);
  stream.write(`\r\u001b[K${text}`);
}

/** Removes the line, if there is one. */
export function eraseLine(stream: Output): void {
  if (terminalsWithLine.delete(stream)) stream.write("\r\u001b[K");
}
