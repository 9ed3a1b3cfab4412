/** Problems of a file with their place, in the style of compilers: `file:line:column: severity: message [code]`. */

import { join } from "node:path";
import { locateInText } from "#core/formats/text/locate-in-text";
import type { Problem } from "#core/types";
import { paint, printable } from "../terminal/terminal.ts";
import type { Output } from "../terminal/io.ts";

/** A problem in a named file. Line and column count from 1; both are absent when it concerns the whole file. */
export interface Finding extends Problem {
  readonly file: string;
}

/**
 * Adds a line and a column to problems of JSON, if their place is within the bytes: for a large file these are only its
 * beginning.
 * @param isFolder a problem is in the file of the folder that it names
 */
export function locateProblems(
  file: string,
  problems: readonly Problem[],
  bytes: Uint8Array,
  isFolder = false,
): Finding[] {
  return locateInText(problems, bytes).map((problem) => {
    const { member } = problem;
    return { file: isFolder && member !== undefined ? join(file, member) : file, ...problem };
  });
}

export function formatFinding(stream: Output, finding: Finding): string {
  const { line, column, pointer, severity, code } = finding;
  const place = [finding.file, line, column].filter((part) => part !== undefined).join(":");
  const color = severity === "error" ? "red" : "yellow";
  const where = pointer === undefined || pointer === "" ? "" : ` (at ${printable(pointer)})`;
  return (
    `${paint(stream, "bold", `${printable(place)}:`)} ${paint(stream, color, `${severity}:`)} ` +
    `${printable(finding.message)}${where} ${paint(stream, "dim", `[${code}]`)}`
  );
}

/** A workflow command that GitHub displays next to the line of the file. */
export function formatGithubAnnotation(finding: Finding): string {
  const properties = {
    file: finding.file,
    line: finding.line,
    col: finding.column,
    title: finding.code,
  };
  const list = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeGithub(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`);
  return `::${finding.severity} ${list.join(",")}::${escapeGithub(finding.message)}`;
}

function escapeGithub(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
