/** Checks the English of comments, names and documents: words that mark a sentence as translated do not come in. */
import type { CheckResult } from "./check-result.ts";
import type { TextFile } from "./check-docs.ts";

/** The words to use instead. `lie` and `stand` are left to the reader: a picture may lie on its side. */
const words: readonly { readonly pattern: RegExp; readonly instead: string; readonly where?: RegExp }[] = [
  { pattern: /\bwhoever\b/gi, instead: "name who: the caller, an annotator, a subscriber" },
  { pattern: /\b(somebody|nobody)\b/gi, instead: "name who, or use the passive" },
  { pattern: /\banew\b/gi, instead: "again, or a verb with re-" },
  { pattern: /\b(is|are|was|were|be|been|being) told\b/gi, instead: "is reported, is notified, receives" },
  { pattern: /\bbeside\b/gi, instead: "next to, in addition to, except" },
  { pattern: /\blies\b/gi, instead: "is, is stored" },
  { pattern: /\bstands\b(?! for\b)/gi, instead: "is, is written" },
  {
    // A program may leave things behind, and a server may be behind a proxy. `frame-behind-last` is the name of a rule.
    pattern:
      /(?<!\bframe-|\b(?:leaves?|left|leaving)\b[^.\n]{0,40})\bbehind\b(?!\s(a|an|the|another|one's|your|its own|nginx)?\s?(reverse )?prox)/gi,
    instead: "after",
  },
  {
    // The names of parameters and documents of the api, of settings of pipelines and of one refusal stay as they are.
    pattern:
      /\b(?!most(Agreeing|Alike|Frames|Overlap|Rms)|least(Area|Busy|Clearness|Confidence|Detections|End|Overlap|People)|fewestPoints)(most|least|fewest)[A-Z]\w*/g,
    instead: "max or min, as other limits are called",
  },
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) no (?!longer|more|further|faster|less|later|better|doubt|matter)\w+/gi,
    instead: "is not a, are not",
  },
  {
    // Published members of packs, of scoring results and of `validate --json` keep their spelling, as do the words that the
    // palette finds.
    pattern:
      /(?<!["'`.]|\w|Words: "[^"\n]*)(?!colours\b|centreDistance\b|licence\b)\w*(colour(?!space)|recognis|neighbour|judgement(?!: judgment)|catalogue|behaviour|learnt|centre(?=\b|[A-Z])|grey(?!16))\w*/gi,
    instead: "the American spelling",
  },
  {
    pattern: /(?:\/\*\*?|^\s*\*|\/\/) What [a-z]/gm,
    instead: "begin with the noun: the changes, the files, the facts",
  },
  {
    // Only in comments: messages keep their words. Tests and the wasm sources are not cleared yet.
    pattern: /\b(what (is|was|are|were|comes|goes)|goes on|told)\b(?<=(\/\*|^\s*\*|\/\/).*)/gim,
    instead: "name it: the changes, the stored tracks; continues; is notified",
    where: /^(?!core-wasm\/assembly\/)(cli|core-wasm|schemas|server|web)\/.*\.tsx?$/,
  },
];

/** Other languages and spellings, documents that came as they are, what a machine writes, and this check. */
const notChecked =
  /^(web\/base\/texts\/de\/|core-wasm\/host\/formats\/recognize\/column-names\.ts|docs\/(requirements|languages)\/|docs\/reference\/api-v1\.md|tests\/corpus\/|tests\/tools\/check-words)|(^|\/)generated\//;
const checked = /\.(tsx?|css|md)$/;

export function checkWords(texts: readonly TextFile[]): CheckResult {
  const files = texts.filter(isChecked);
  const problems = files.flatMap((file) =>
    wordsIn(file).map(({ line, word, instead }) => `${file.path}:${line}: "${word}": ${instead}.`),
  );
  return { problems, looked: `${files.length} files` };
}

function isChecked({ path }: TextFile): boolean {
  return checked.test(path) && !notChecked.test(path);
}

function wordsIn({ path, text }: TextFile): { line: number; word: string; instead: string }[] {
  return words
    .filter(({ where }) => where?.test(path) ?? true)
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
        line: text.slice(0, index).split("\n").length,
        word,
        instead,
      })),
    )
    .toSorted((a, b) => a.line - b.line);
}
