/** Manual pages, generated from the definitions of the commands: the text of `--help`, for `man`. */

import type { Argument, Command, Option } from "commander";

export interface ManualFacts {
  /** Words of the command: `wakeline key make`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly version: string;
  /** Further text of the help. */
  readonly more?: string;
  /** Names of other pages. */
  readonly seeAlso: readonly string[];
}

/** `wakeline-key-make`, in section 1. */
export function pageName(path: readonly string[]): string {
  return path.join("-");
}

export function manualPage(command: Command, { path, summary, version, more, seeAlso }: ManualFacts): string {
  const title = pageName(path);
  const { registeredArguments: args } = command;
  const options = command.options.filter(({ hidden }) => !hidden);
  const { commands } = command;
  const sections = [
    `.TH "${title.toUpperCase()}" 1 "" "wakeline ${version}" "Wakeline"`,
    section("Name", `${plain(title)} \\- ${plain(summary)}`),
    section("Synopsis", `.B ${plain(path.join(" "))}\n${line(command.usage())}`),
    section("Description", text(command.description())),
    args.length > 0 && section("Arguments", args.map(argumentEntry).join("\n")),
    commands.length > 0 && section("Commands", commands.map(commandEntry).join("\n")),
    section("Options", [...options.map(optionEntry), entry(bold("-h, --help"), "show this help")].join("\n")),
    more !== undefined && section("More", `.nf\n${more.trim().split("\n").map(line).join("\n")}\n.fi`),
    section("Exit status", exitCodes.map(([code, meaning]) => entry(bold(code), meaning)).join("\n")),
    seeAlso.length > 0 && section("See also", seeAlso.map((name) => `.BR ${plain(name)} (1)`).join(",\n")),
  ];
  return `${sections.filter((one) => one !== false).join("\n")}\n`;
}

const exitCodes: readonly (readonly [string, string])[] = [
  ["0", "all went well"],
  ["1", "findings: the command has worked, and there are problems or differences"],
  ["2", "the command line or a file is wrong"],
  ["3", "the server or the network failed"],
  ["4", "not signed in, or not allowed"],
];

function section(title: string, content: string): string {
  return `.SH ${title.toUpperCase()}\n${content}`;
}

function entry(head: string, content: string): string {
  return `.TP\n${head}\n${text(content)}`;
}

function argumentEntry(argument: Argument): string {
  const { description, argChoices, defaultValue, variadic } = argument;
  const head = `\\fI${plain(argument.name())}\\fR${variadic ? " ..." : ""}`;
  return entry(head, sentence(description, argChoices, defaultText(defaultValue)));
}

function optionEntry({ flags, description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const head = flags.replace(
    /^([^<[]*)(.*)$/,
    (_, names: string, value: string) => bold(names.trim()) + (value === "" ? "" : ` \\fI${plain(value)}\\fR`),
  );
  return entry(head, sentence(description, argChoices, defaultValueDescription ?? defaultText(defaultValue)));
}

function commandEntry(command: Command): string {
  return entry(bold(command.name()), command.summary());
}

function sentence(description: string, choices: readonly string[] | undefined, preset: string | undefined): string {
  const notes = [
    ...(choices === undefined ? [] : [`one of ${choices.join(", ")}`]),
    ...(preset === undefined ? [] : [`default: ${preset}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join("; ")})`;
}

function defaultText(value: unknown): string | undefined {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return undefined;
  return Array.isArray(value) ? value.join(" ") : String(value);
}

function bold(words: string): string {
  return `\\fB${plain(words)}\\fR`;
}

/** Text between backquotes is literal. */
function text(content: string): string {
  return content
    .split("\n")
    .map((one) =>
      line(one.replaceAll(/`([^`]*)`/g, "\u0001$1\u0002"))
        .replaceAll("\u0001", "\\fB")
        .replaceAll("\u0002", "\\fR"),
    )
    .join("\n.br\n");
}

/** A dot or a quote at the beginning of a line would be a roff request. */
function line(content: string): string {
  return plain(content).replace(/^(?=[.'])/, "\\&");
}

function plain(content: string): string {
  return content.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq").replaceAll("`", "\\(ga");
}
