/**
 * Checks citations in texts: requirement ids, readings (`Q12`), sections of `docs/reference/api-v1.md`, anchors of our
 * Markdown files, and back-quoted paths of this repository.
 */
import { posix } from "node:path";
import type { CheckResult } from "./check-result.ts";
import type { TextFile } from "./check-docs.ts";

/** Where the cited things are defined. */
const sources = {
  requirements: "docs/requirements/requirements.tsv",
  readings: "docs/requirements/readings.md",
  api: "docs/reference/api-v1.md",
} as const;

/** Test data of this check, and texts that do not describe the current repository. */
const notChecked = /^tests\/(corpus|tools\/check-[a-z]+\.test\.ts)|(^|\/)generated\/|^CHANGELOG\.md$/;

interface Cited {
  readonly pattern: RegExp;
  readonly known: ReadonlySet<string>;
  /** Elsewhere the same letters may mean anything. */
  readonly onlyInProse?: boolean;
  problem(name: string): string;
}

export function checkCitations(paths: readonly string[], texts: readonly TextFile[]): CheckResult {
  const textOf = (path: string): string => texts.find((file) => file.path === path)?.text ?? "";
  const cited: readonly Cited[] = [
    {
      pattern: /\b([SV]-[A-Z]+-\d{2})\b/g,
      known: matches(textOf(sources.requirements), /^([SV]-[A-Z]+-\d{2})\t/gm),
      problem: (id) => `there is no requirement ${id} in ${sources.requirements}.`,
    },
    {
      pattern: /\b(Q\d{1,3})\b/g,
      known: matches(textOf(sources.readings), /^\*\*(Q\d+)\./gm),
      onlyInProse: true,
      problem: (id) => `there is no reading ${id} in ${sources.readings}.`,
    },
    {
      pattern: /\bapi-v1(?:\.md)?`?,? (?:sections? )?(\d+(?:\.\d+)?)/g,
      known: matches(textOf(sources.api), /^###? (\d+(?:\.\d+)?)\b/gm),
      problem: (section) => `${sources.api} has no section ${section}.`,
    },
  ];
  const places = placesIn(paths);
  const anchors = new Map(texts.filter(isMarkdown).map(({ path, text }) => [path, anchorsOf(text)]));
  let count = 0;
  const problems: string[] = [];
  for (const file of texts) {
    if (notChecked.test(file.path)) continue;
    const report = (index: number, problem: string): void => {
      problems.push(`${file.path}:${file.text.slice(0, index).split("\n").length}: ${problem}`);
    };
    for (const { pattern, known, problem, onlyInProse } of cited) {
      if (onlyInProse === true && !isProse(file)) continue;
      for (const { 1: name = "", index } of file.text.matchAll(pattern)) {
        count += 1;
        if (!known.has(name)) report(index, problem(name));
      }
    }
    if (file.path !== sources.api) {
      for (const { 1: path = "", index } of file.text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.tsx?)\/?`/g)) {
        const [folder = ""] = path.split("/");
        if (!isFileName.test(path) && (!places.folders.has(folder) || isElsewhere.test(path))) continue;
        count += 1;
        if (!places.endings.has(path)) report(index, `\`${path}\` is not in the repository.`);
      }
      for (const { 1: pattern = "", index } of file.text.matchAll(
        /`([\w-]+\/[\w./-]*(?:\*|\{[\w-]+,)[\w.,*{}/-]*)`/g,
      )) {
        const [folder = ""] = pattern.split("/");
        if (!places.folders.has(folder) || isElsewhere.test(pattern)) continue;
        count += 1;
        const found = [...places.endings].some((path) => posix.matchesGlob(path, pattern));
        if (!found) report(index, `\`${pattern}\` finds nothing in the repository.`);
      }
    }
    if (!isMarkdown(file)) continue;
    for (const { 1: link = "", 2: anchor = "", index } of file.text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)) {
      const target = link === "" ? file.path : posix.normalize(posix.join(posix.dirname(file.path), link));
      const known = anchors.get(target);
      if (known === undefined) continue;
      count += 1;
      if (!known.has(anchor)) report(index, `${target} has no heading #${anchor}.`);
    }
  }
  return { problems, looked: `${count} citations` };
}

const isMarkdown = ({ path }: TextFile): boolean => path.endsWith(".md");
const isProse = ({ path }: TextFile): boolean => path.endsWith(".md") && path !== sources.api;

/** The name of a source file without its folder. */
const isFileName = /^[\w-]+\.tsx?$/;
/** Built or stored at run time, next to the clone, or not a path at all: a URL, a place inside a document. */
const isElsewhere =
  /(^|\/)(build|dist|node_modules|generated|expected|test-results)(\/|$)|^shared\/|^api\/v1$|^(attributes|geometry)\/\w+\/?\w*/;

/**
 * The names of all folders, and every way to refer to a file or folder from one above it, with and without its
 * extension.
 */
function placesIn(paths: readonly string[]): { folders: ReadonlySet<string>; endings: ReadonlySet<string> } {
  const folders = new Set<string>();
  const endings = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    for (const folder of parts.slice(0, -1)) folders.add(folder);
    for (let end = 1; end <= parts.length; end += 1) {
      for (let start = 0; start < end; start += 1) {
        const place = parts.slice(start, end).join("/");
        endings.add(place);
        if (end === parts.length) endings.add(place.replace(/(\.\w+)?\.\w+$/, "")).add(place.replace(/\.\w+$/, ""));
      }
    }
  }
  return { folders, endings };
}

function matches(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/** Anchors as GitHub derives them from headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
