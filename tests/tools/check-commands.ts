/**
 * Checks commands cited in texts: scripts of package.json and their options, programs that `npx` finds, files passed to
 * them, and subcommands and options of `wakeline` as in its own definitions. docs/cli.md must name every command of
 * `wakeline`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { commandTree } from "../../cli/commands.ts";
import type { CommandEntry } from "../../cli/command-entry.ts";
import type { TextFile } from "./check-docs.ts";
import type { CheckResult } from "./check-result.ts";
import { commandsIn } from "./cited-commands.ts";
import { repository } from "./files.ts";

/** Test data of checks, and texts about the past. */
const notChecked =
  /^tests\/(corpus|tools\/check-[a-z]+\.test\.ts)|(^|\/)generated\/|^CHANGELOG\.md$|^docs\/requirements\//;
/** Where an option on its own belongs to `wakeline`. */
const ofWakeline = /^docs\/(cli\.md|user-guide\/)/;
/** Commands of npm itself. */
const npmOwn = new Set(["ci", "install", "pack", "publish", "exec", "audit"]);
const everywhere = ["-h", "--help", "-V", "--version"];

/** A placeholder: `DATASET`, `path/to/file.test.ts`. */
const isPlaceholder = (word: string): boolean => /^[A-Z][A-Z_-]+\b|^path\b|^<|[*{]/.test(word);
const optionsIn = (words: readonly string[]): readonly string[] =>
  words.filter((word) => /^--?[a-zA-Z]/.test(word)).map((word) => word.replace(/[=.,].*$/, ""));

export async function checkCommands(paths: readonly string[], texts: readonly TextFile[]): Promise<CheckResult> {
  const wakeline = await Wakeline.load(commandTree);
  const scripts = new Scripts(paths);
  const checked = texts.filter(({ path }) => /\.(md|tsx?)$/.test(path) && !notChecked.test(path));
  const cited = checked.flatMap(commandsIn);
  const problems = cited.flatMap(({ place, words: [program, ...words] }) => {
    const found =
      program === "wakeline" || words[0] === "wakeline"
        ? wakeline.problems(program === "wakeline" ? words : words.slice(1))
        : program === "npm"
          ? scripts.npmProblems(words)
          : scripts.npxProblems(words);
    return found.map((problem) => `${place}: ${problem}`);
  });
  for (const { path, text } of texts.filter((file) => ofWakeline.test(file.path))) {
    for (const { 1: option = "", index } of text.matchAll(/`(--[\w-]+)/g)) {
      if (!wakeline.hasOption(option))
        problems.push(`${path}:${text.slice(0, index).split("\n").length}: no command of wakeline has ${option}.`);
    }
  }
  const reference = texts.find(({ path }) => path === "docs/cli.md")?.text ?? "";
  const unnamed = wakeline.names().filter((name) => !reference.includes(`\`${name}`));
  problems.push(...unnamed.map((name) => `docs/cli.md: does not name \`${name}\`.`));
  return { problems, looked: `${cited.length} commands` };
}

/** The command line as defined by its own code. */
class Wakeline {
  readonly #leaves: ReadonlyMap<string, Command>;
  readonly #entries: readonly CommandEntry[];

  private constructor(entries: readonly CommandEntry[], leaves: ReadonlyMap<string, Command>) {
    this.#entries = entries;
    this.#leaves = leaves;
  }

  static async load(entries: readonly CommandEntry[]): Promise<Wakeline> {
    const leaves = new Map<string, Command>();
    const add = async (entry: CommandEntry, above: string): Promise<void> => {
      const name = `${above}${entry.name}`;
      if (entry.load !== undefined) leaves.set(name, await entry.load());
      for (const each of entry.commands ?? []) await add(each, `${name} `);
    };
    for (const entry of entries) await add(entry, "");
    return new Wakeline(entries, leaves);
  }

  names(): readonly string[] {
    return [...this.#leaves.keys()];
  }

  hasOption(option: string): boolean {
    return (
      everywhere.includes(option) ||
      [...this.#leaves.values()].some((command) => optionOf(command, option) !== undefined)
    );
  }

  /** @param words after `wakeline` */
  problems(words: readonly string[]): readonly string[] {
    let entries: readonly CommandEntry[] | undefined = this.#entries;
    const names: string[] = [];
    for (const word of words[0] === "help" ? words.slice(1) : words) {
      if (entries === undefined || word.startsWith("-") || isPlaceholder(word)) break;
      const entry: CommandEntry | undefined = entries.find(({ name, alias }) => name === word || alias === word);
      if (entry === undefined) return [`\`wakeline ${[...names, word].join(" ")}\` is not a command.`];
      names.push(entry.name);
      entries = entry.commands;
    }
    const command = this.#leaves.get(names.join(" "));
    if (command === undefined) return [];
    return words.flatMap((word, index) => {
      const [option] = optionsIn([word]);
      if (option === undefined || everywhere.includes(option)) return [];
      const known = optionOf(command, option);
      if (known === undefined) return [`\`wakeline ${names.join(" ")}\` has no option ${option}.`];
      const value = words[index + 1]?.replace(/[.,]+$/, "");
      if (value === undefined || isPlaceholder(value)) return [];
      return known.argChoices?.includes(value) === false ? [`${option} is never ${value}.`] : [];
    });
  }
}

const optionOf = (command: Command, name: string): Command["options"][number] | undefined =>
  command.options.find(({ long, short }) => long === name || short === name);

/** Scripts of package.json, and programs that `npx` finds. */
class Scripts {
  readonly #scripts: Readonly<Record<string, string>>;
  readonly #paths: readonly string[];

  constructor(paths: readonly string[]) {
    const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    this.#scripts = manifest.scripts;
    this.#paths = paths;
  }

  npmProblems(words: readonly string[]): readonly string[] {
    const [verb = "", ...rest] = words.filter((word) => word !== "--silent");
    if (npmOwn.has(verb)) return [];
    const [name = "", ...args] = verb === "run" ? rest : [verb, ...rest];
    if (name === "" || isPlaceholder(name)) return [];
    const script = this.#scripts[name];
    if (script === undefined) return [`package.json has no script ${name}.`];
    const file = /\S+\.ts$/.exec(script)?.[0];
    const source = file === undefined ? "" : readFileSync(join(repository, file), "utf8");
    const isTaken = (option: string): boolean =>
      new RegExp(`--${option}\\b|["']?\\b${option}["']?: \\{ type:`).test(source);
    return optionsIn(args.slice(args.indexOf("--") + 1))
      .map((option) => option.replace(/^-+/, ""))
      .filter((option) => !isTaken(option))
      .map((option) => `\`npm run ${name}\` has no option --${option}.`);
  }

  npxProblems([tool = "", ...words]: readonly string[]): readonly string[] {
    if (tool === "" || isPlaceholder(tool)) return [];
    if (!existsSync(join(repository, "node_modules", ".bin", tool)))
      return [`${tool} is not a program that npx finds.`];
    const files = words.filter(
      (word, index) => !word.startsWith("-") && !/^(--\w+|-g)$/.test(words[index - 1] ?? "") && !isPlaceholder(word),
    );
    const kinds: Readonly<Record<string, RegExp>> = { node: /./, vitest: /\.test\.tsx?$/, playwright: /\.spec\.ts$/ };
    const kind = kinds[tool];
    if (kind === undefined) return [];
    return files
      .slice(tool === "node" ? 0 : 1)
      .filter((file) => !this.#paths.some((path) => kind.test(path) && path.includes(file)))
      .map((file) => `${tool} finds no file at ${file}.`);
  }
}
