/** The form of the rule table. */

export interface Rule {
  readonly code: string;
  /** An example of the problem in a file; absent if the file is too large to show. */
  readonly example?: string;
  /** Describes the file, in place of an example. */
  readonly inWords?: string;
  /** Who finds it; absent: `wakeline validate`. Tests run the examples of `validate` and `convert`. */
  readonly foundBy?: Finder;
  /** How to fix it. The fixes of `--fix` are in `../fixes/fixes.ts`. */
  readonly advice: string;
  /** The file around the example; absent: that of its group. */
  readonly around?: (example: string) => string;
  /** Required options, and files for them by name. */
  readonly options?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** The file is in a zip archive, together with the `files` that no option names. */
  readonly isArchive?: true;
  /** Why the archive cannot be unpacked. */
  readonly archive?: "damaged" | "encrypted" | "packed with BZip2";
  /** Name of the file; absent: that of its group. */
  readonly name?: string;
  /** How its text is encoded. */
  readonly encoding?: BufferEncoding;
}

export type Finder = "convert" | "viewer" | "server" | "strict-read";

export interface RuleGroup {
  readonly title: string;
  readonly about?: string;
  /** The format in which `--fix` is tested. */
  readonly kinds: readonly string[];
  readonly name: string;
  readonly around: (example: string) => string;
  readonly rules: readonly Rule[];
}

/** A rule with an example in the file of its group. */
export function rule(code: string, example: string, advice: string, more: Partial<Rule> = {}): Rule {
  return { code, example, advice, ...more };
}

/** A rule for files that are too large to show. */
export function ruleInWords(code: string, inWords: string, advice: string): Rule {
  return { code, inWords, advice };
}

/** The pictures of the dataset that a file is about, as `--media` names them. */
export function amongPictures(...names: readonly string[]): Required<Pick<Rule, "options" | "files">> {
  return { options: ["--media", "pictures.list"], files: { "pictures.list": `${names.join("\n")}\n` } };
}

/** The example is the whole text of a file in an archive, along with others. */
export function inArchive(name: string, files: Readonly<Record<string, string>>): Omit<Partial<Rule>, "code"> {
  return { name, files, isArchive: true, around: (text) => text };
}
