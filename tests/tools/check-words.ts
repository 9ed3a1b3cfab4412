/**
 * Checks the English of comments, names and documents: words that mark a sentence as translated do not come in again.
 * Files that had some when the check was made are listed in `word-debt.json` with how many they may have; a file that has
 * fewer gives its entry up (`npm run check words -- --fix`), and no entry may grow.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckResult } from "./check-result.ts";
import type { TextFile } from "./check-docs.ts";
import { repository } from "./files.ts";

/** What to say instead. `lie` and `stand` are left to the reader: a picture may lie on its side. */
const words: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bwhoever\b/gi, instead: "name who: the caller, an annotator, a subscriber" },
  { pattern: /\b(somebody|nobody)\b/gi, instead: "name who, or use the passive" },
  { pattern: /\banew\b/gi, instead: "again, or a verb with re-" },
  { pattern: /\b(is|are|was|were|be|been|being) told\b/gi, instead: "is reported, is notified, receives" },
  { pattern: /\bbeside\b/gi, instead: "next to, in addition to, except" },
  { pattern: /\blies\b/gi, instead: "is, is stored" },
  { pattern: /\bstands\b(?! for\b)/gi, instead: "is, is written" },
  { pattern: /\bbehind\b(?! (a|an|the|another|one's|your|its own|nginx)? ?(reverse )?prox)/gi, instead: "after" },
];

/** Other languages, documents that came as they are, what a machine writes, and this check. */
const notChecked =
  /^(web\/base\/texts\/de\/|docs\/(requirements|languages)\/|docs\/reference\/api-v1\.md|tests\/corpus\/|tests\/tools\/check-words|tests\/tools\/word-debt)|(^|\/)generated\//;
const checked = /\.(tsx?|css|md)$/;

export type WordDebt = Readonly<Record<string, number>>;
const debtFile = join(repository, "tests/tools/word-debt.json");

export function checkProjectWords(texts: readonly TextFile[]): CheckResult {
  return checkWords(texts, JSON.parse(readFileSync(debtFile, "utf8")) as WordDebt);
}

export function checkWords(texts: readonly TextFile[], debt: WordDebt): CheckResult {
  const files = texts.filter(isChecked);
  const problems = files.flatMap((file) => {
    const found = wordsIn(file);
    const allowed = debt[file.path] ?? 0;
    if (found.length <= allowed) return [];
    const more = allowed === 0 ? "" : ` (${found.length}; ${allowed} are allowed here)`;
    return found.map(({ line, word, instead }) => `${file.path}:${line}: "${word}"${more}: ${instead}.`);
  });
  const left = Object.values(debt).reduce((sum, count) => sum + count, 0);
  return { problems, looked: `${files.length} files, ${left} words in debt` };
}

/** Lowers each file's allowance to what it has now; never raises one. */
export function payDebt(texts: readonly TextFile[]): void {
  const debt = JSON.parse(readFileSync(debtFile, "utf8")) as WordDebt;
  writeFileSync(debtFile, `${JSON.stringify(lowered(texts, debt), null, 2)}\n`);
}

export function lowered(texts: readonly TextFile[], debt: WordDebt): WordDebt {
  const counts = texts.filter(isChecked).map((file) => [file.path, wordsIn(file).length] as const);
  return Object.fromEntries(
    counts
      .map(([path, count]) => [path, Math.min(count, debt[path] ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function isChecked({ path }: TextFile): boolean {
  return checked.test(path) && !notChecked.test(path);
}

function wordsIn({ text }: TextFile): { line: number; word: string; instead: string }[] {
  return words
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
        line: text.slice(0, index).split("\n").length,
        word,
        instead,
      })),
    )
    .toSorted((a, b) => a.line - b.line);
}
