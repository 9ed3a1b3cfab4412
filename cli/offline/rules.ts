/** Which findings are reported, and their severity: the rules of a project and of the command line. */

import { matchesGlob, relative, resolve, sep } from "node:path";
import { readerProblemKinds } from "#core/formats/problems/reader-problems";
import { nearestName } from "#core/formats/recognize/member-names";
import { problemKinds } from "#core/formats/problems/problems";
import { optionalIssueRules } from "#core/types";
import { usageError } from "../base/process/errors.ts";
import type { Finding } from "../base/annotations/findings.ts";
import { type Checked, isJudged } from "./checked.ts";
import type { ProjectFile } from "./project-file.ts";

export type RuleLevel = "off" | "on" | "warning" | "error";

export interface Rule {
  /** A code of a problem, or the beginning of codes followed by `*`. */
  readonly codes: string;
  readonly level: RuleLevel;
  /** Globs relative to `folder`; absent: all files. */
  readonly files?: readonly string[];
  readonly folder?: string;
}

/** Options of the command line, which take precedence over the project's file. */
export interface RuleOptions {
  readonly all?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly select?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly errorOn?: readonly string[] | undefined;
}

export interface Rules {
  /** Whether checks are needed that are off by default. */
  readonly findsOptional: boolean;
  apply(checked: Checked): Checked;
}

const codes: readonly string[] = [...problemKinds.map(({ code }) => code), ...Object.keys(readerProblemKinds)];

/** @throws CliError for an unknown code */
export function createRules(options: RuleOptions, project?: ProjectFile): Rules {
  const given = rulesFromOptions(options, project);
  for (const { codes: pattern } of given) requireKnown(pattern);
  const all = options.all ?? project?.validate.all ?? false;
  const isOptionalOn = (code: string): boolean =>
    all || given.some(({ codes: pattern, level }) => pattern !== "*" && level !== "off" && matches(pattern, code));
  const unasked = optionalIssueRules.filter((code) => !isOptionalOn(code));
  const rules: readonly Rule[] = [...given, ...unasked.map((code): Rule => ({ codes: code, level: "off" }))];
  return {
    findsOptional: unasked.length < optionalIssueRules.length,
    apply: (checked) => applyRules(checked, rules),
  };
}

/** In order of precedence: the last matching rule counts. */
function rulesFromOptions({ types, select, ignore, errorOn }: RuleOptions, project?: ProjectFile): readonly Rule[] {
  const { validate: { rules = {}, overrides = [], types: own } = {}, folder } = project ?? {};
  const listed = (of: Readonly<Record<string, RuleLevel>>, more?: Pick<Rule, "files" | "folder">): readonly Rule[] =>
    Object.entries(of).map(([pattern, level]): Rule => ({ codes: pattern, level, ...more }));
  return [
    ...(types !== undefined || own !== undefined ? [{ codes: "type-unlisted", level: "on" } as const] : []),
    ...listed(rules),
    ...overrides.flatMap((override) => listed(override.rules, { files: override.files, ...(folder && { folder }) })),
    ...(select === undefined ? [] : [{ codes: "*", level: "off" } as const]),
    ...(select ?? []).map((pattern): Rule => ({ codes: pattern, level: "on" })),
    ...(errorOn ?? []).map((pattern): Rule => ({ codes: pattern, level: "error" })),
    ...(ignore ?? []).map((pattern): Rule => ({ codes: pattern, level: "off" })),
  ];
}

function matches(pattern: string, code: string): boolean {
  return pattern.endsWith("*") ? code.startsWith(pattern.slice(0, -1)) : code === pattern;
}

function requireKnown(pattern: string): void {
  if (codes.some((code) => matches(pattern, code))) return;
  const near = nearestName(pattern, codes);
  const hint = near === undefined ? "docs/reference/rules.md lists all codes." : `Did you mean \`${near}\`?`;
  throw usageError(`there is no problem with the code \`${pattern}\`. ${hint}`);
}

/** An unreadable file is an error whatever the rules say, since nothing in it was judged. */
function applyRules(checked: Checked, rules: readonly Rule[]): Checked {
  if (!isJudged(checked)) return checked;
  const findings = checked.findings.flatMap((finding): readonly Finding[] => {
    const fits = ({ codes: pattern, files, folder }: Rule): boolean =>
      matches(pattern, finding.code) && (files === undefined || isBelow(finding.file, files, folder));
    const level = rules.findLast(fits)?.level ?? "on";
    if (level === "off") return [];
    return [level === "on" ? finding : { ...finding, severity: level }];
  });
  return { ...checked, findings, findingCount: checked.findingCount - checked.findings.length + findings.length };
}

function isBelow(path: string, globs: readonly string[], folder = process.cwd()): boolean {
  const below = relative(folder, resolve(path)).split(sep).join("/");
  return globs.some((glob) => matchesGlob(below, glob));
}
