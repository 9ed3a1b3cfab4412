/** Finds commands cited in texts: in fenced code, and between back quotes in prose, comments and messages. */
import type { TextFile } from "./check-docs.ts";

export interface CitedCommand {
  /** Location for messages: `docs/cli.md:12`. */
  readonly place: string;
  /** `npm`, `npx` or `wakeline`, then its words without quotes. They end where a text stops being a command line. */
  readonly words: readonly string[];
}

/** Programs that start another one, whose name follows. */
const starters = new Set(["sudo", "env", "nice", "exec", "-", "run:"]);
const assignment = /^[A-Z_]+=/;

export function commandsIn(file: TextFile): readonly CitedCommand[] {
  const found: CitedCommand[] = [];
  for (const { code, index } of codeIn(file)) {
    const lineOf = (at: number): number => file.text.slice(0, index + at).split("\n").length;
    for (const { line, at } of commandLines(code)) {
      const words = commandOf(wordsOf(line));
      if (words !== undefined) found.push({ place: `${file.path}:${lineOf(at)}`, words });
    }
  }
  return found;
}

/** Contents of fences and back quotes; in sources only back quotes on one line. */
function codeIn({ path, text }: TextFile): readonly { code: string; index: number }[] {
  const isProse = path.endsWith(".md");
  const pattern = isProse
    ? /^```\w*\n([\s\S]*?)^```|(?<!`)`([^`]+)`(?!`)/gm
    : /\\?`((?:npm|npx|wakeline) [^`\n]+?)\\?`/g;
  return [...text.matchAll(pattern)].map(({ 0: whole, 1: first, 2: second, index }) => {
    const code = first ?? (second ?? "").replaceAll("\n", " ");
    return { code, index: index + whole.indexOf(first ?? second ?? "") };
  });
}

/** Each command of each line; a line that ends with a backslash continues in the next one. */
function commandLines(code: string): readonly { line: string; at: number }[] {
  const lines: { line: string; at: number }[] = [];
  for (const { 0: whole, index } of code.matchAll(/(?:[^\n\\]|\\[\s\S])+/g)) {
    const line = whole.replaceAll(/\\\n\s*/g, " ").replace(/(^|\s)#.*$/, "");
    for (const part of line.split(/\||&&|&|;|\$\(|\)/)) lines.push({ line: part, at: index });
  }
  return lines;
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|\[|\]|([^\s'"[\]]+)/g)]
    .filter(([word]) => word !== "[" && word !== "]")
    .map(([word, single, double]) => single ?? double ?? word);
}

function commandOf(words: readonly string[]): readonly string[] | undefined {
  let start = 0;
  for (; start < words.length; start += 1) {
    const word = words[start] ?? "";
    if (word === "-u") start += 1;
    else if (!starters.has(word) && !assignment.test(word)) break;
  }
  const command = words.slice(start);
  const end = command.findIndex((word) => /\$\{|^\.\.\.$|^[<>]/.test(word));
  const told = end === -1 ? command : command.slice(0, end);
  return /^(npm|npx|wakeline)$/.test(told[0] ?? "") ? told : undefined;
}
