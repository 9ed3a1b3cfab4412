/** How the table of rules is written down. */

export interface Rule {
  readonly code: string;
  /** What is wrong, as it is in a file; absent where a file alone cannot show it. */
  readonly example?: string;
  /** What to do about it. What `--fix` does is in `../mends/menders.ts`. */
  readonly mend: string;
  /** The file around the example; absent: that of its group. */
  readonly around?: (example: string) => string;
  /** Options that it takes, and files for them by name. */
  readonly options?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** How the file is called; absent: as in its group. */
  readonly name?: string;
  /** How its text becomes bytes. */
  readonly encoding?: BufferEncoding;
}

export interface RuleGroup {
  readonly title: string;
  readonly about?: string;
  /** The format in which `--fix` is tried. */
  readonly kinds: readonly string[];
  readonly name: string;
  readonly around: (example: string) => string;
  readonly rules: readonly Rule[];
}

/** A rule with an example in the file that its group puts around it. */
export function rule(code: string, example: string, mend: string, more: Partial<Rule> = {}): Rule {
  return { code, example, mend, ...more };
}

/** A rule about more than a file: a dataset, an archive, a folder. */
export function ruleWithoutExample(code: string, mend: string): Rule {
  return { code, mend };
}
