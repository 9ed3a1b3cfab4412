/** Findings as documents for CI systems: SARIF 2.1.0, JUnit XML and GitLab's Code Quality. */

import { createHash } from "node:crypto";
import { sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding } from "../base/annotations/findings.ts";

export const reportStyles = ["sarif", "junit", "gitlab"] as const;
export type ReportStyle = (typeof reportStyles)[number];

/** A file and its findings, which may be empty. */
export interface Reported {
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** @param version of this command */
export function writeReport(style: ReportStyle, files: readonly Reported[], version: string): string {
  if (style === "junit") return junitOf(files);
  const document = style === "sarif" ? sarifOf(files, version) : gitlabOf(files);
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function sarifOf(files: readonly Reported[], version: string): object {
  const findings = files.flatMap((file) => file.findings);
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "wakeline", version, rules: codes.map((id) => ({ id })) } },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: codes.indexOf(finding.code),
          level: finding.severity,
          message: { text: messageOf(finding) },
          locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(finding.file) }, ...regionOf(finding) } }],
          partialFingerprints: { "finding/v1": fingerprint(finding) },
        })),
      },
    ],
  };
}

function regionOf({ line, column }: Finding): object {
  if (line === undefined) return {};
  return { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
}

/** Relative to the path as given, so that a build's folder does not matter. */
function uriOf(path: string): string {
  if (/^([a-z]:)?[/\\]/i.test(path)) return pathToFileURL(path).href;
  return path.split(sep).map(encodeURIComponent).join("/");
}

function gitlabOf(files: readonly Reported[]): object[] {
  const times = new Map<string, number>();
  return files
    .flatMap((file) => file.findings)
    .map((finding) => {
      // Fingerprints must be unique.
      const key = fingerprint(finding);
      const time = times.get(key) ?? 0;
      times.set(key, time + 1);
      return {
        description: messageOf(finding),
        check_name: finding.code,
        fingerprint: time === 0 ? key : hash(`${key} ${time}`),
        severity: finding.severity === "error" ? "major" : "minor",
        location: { path: finding.file.split(sep).join("/"), lines: { begin: finding.line ?? 1 } },
      };
    });
}

function junitOf(files: readonly Reported[]): string {
  const failureCount = files.filter(({ findings }) => findings.some(isError)).length;
  const suites = files.map(({ path, findings }) => {
    const failed = findings.filter(isError);
    const warnings = findings.filter((finding) => !isError(finding));
    const failure =
      failed.length === 0
        ? ""
        : `      <failure message="${escapeXml(messageOf(failed[0]!))}" type="${escapeXml(failed[0]!.code)}">` +
          `${escapeXml(failed.map(lineOf).join("\n"))}</failure>\n`;
    const output =
      warnings.length === 0 ? "" : `      <system-out>${escapeXml(warnings.map(lineOf).join("\n"))}</system-out>\n`;
    const inside = failure + output;
    const name = escapeXml(path);
    const end = inside === "" ? " />\n" : `>\n${inside}    </testcase>\n`;
    return `    <testcase classname="wakeline.validate" name="${name}"${end}`;
  });
  const counts = `tests="${files.length}" failures="${failureCount}"`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n` +
    `  <testsuite name="wakeline validate" ${counts} errors="0" skipped="0">\n${suites.join("")}  </testsuite>\n</testsuites>\n`
  );
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

function messageOf({ message, pointer }: Finding): string {
  return pointer === undefined || pointer === "" ? message : `${message} (at ${pointer})`;
}

function lineOf(finding: Finding): string {
  const place = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(":");
  return `${place}: ${finding.severity}: ${messageOf(finding)} [${finding.code}]`;
}

/** The same for the same problem in the same file, even when its row has moved. */
function fingerprint({ file, code, message, pointer }: Finding): string {
  return hash([file.split(sep).join("/"), code, message, pointer ?? ""].join("\n"));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Characters that XML does not allow become spaces. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
