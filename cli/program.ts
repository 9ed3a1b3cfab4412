/**
 * A command line: knows the names of its subcommands, loads the requested one, and turns any error into one line and an
 * exit code.
 */

import { Command, CommanderError } from "commander";
import type { CommandEntry } from "./command-entry.ts";
import { CliError, ExitCode, isSignalCode, usageError } from "./base/process/errors.ts";
import { handleInterrupts, interrupted, stopWithNpx } from "./base/process/interrupt.ts";
import { fail, handleOutputErrors, note } from "./base/terminal/output.ts";
import { restoreArguments } from "./base/files/system-path.ts";
import { paint } from "./base/terminal/terminal.ts";
import { readVersion } from "./base/process/version.ts";
import { io, withIo, type Io } from "./base/terminal/io.ts";

const isDebugging = process.env["WAKELINE_DEBUG"] === "1";

export interface Program {
  readonly description: string;
  readonly commands: readonly CommandEntry[];
  /** Has servers, and profiles of them. */
  readonly hasProfiles?: true;
  /** The message for an error of a library; `undefined`: it is unknown. */
  readonly describe?: (error: Error) => Promise<CliError | undefined>;
  /** Says in a sentence where to find a command that is not here. */
  readonly elsewhere?: (name: string) => string | undefined;
}

/** Runs the process: one command line (without `node` and the script), signals, and outputs that may be closed. */
export async function runProcess(program: Program, given: readonly string[]): Promise<void> {
  handleInterrupts();
  stopWithNpx();
  handleOutputErrors();
  await runProgram(program, restoreArguments(given));
}

/** Runs one command line and leaves its result in `io().exitCode`. */
export async function runProgram(definition: Program, given: readonly string[]): Promise<void> {
  try {
    const [profile, args] = definition.hasProfiles === true ? splitProfile(given) : [undefined, given];
    if (profile === undefined) return await runCommand(definition, args);
    await withIo(ioOfProfile(profile), () => runCommand(definition, args));
  } catch (error) {
    io().exitCode = await report(error, definition);
  }
}

/** `--profile NAME` may be anywhere before `--`. */
function splitProfile(all: readonly string[]): [string | undefined, readonly string[]] {
  const end = all.includes("--") ? all.indexOf("--") : all.length;
  const at = all.findIndex((arg, index) => index < end && /^--profile(=|$)/.test(arg));
  if (at < 0) return [undefined, all];
  const [, inside] = /^--profile=(.*)$/s.exec(all[at]!) ?? [];
  const name = inside ?? all[at + 1];
  if (name === undefined || name === "") throw usageError("--profile needs the name of a profile.");
  return [name, all.toSpliced(at, inside === undefined ? 2 : 1)];
}

/** Options on the command line take precedence over variables that name a server or a session. */
function ioOfProfile(profile: string): Io {
  const others = { WAKELINE_SERVER: "", WAKELINE_API_URL: "", WAKELINE_TOKEN: "", WAKELINE_API_KEY: "" };
  const env = { ...io().env, ...others, WAKELINE_PROFILE: profile };
  // Streams are opened where they are used.
  return new Proxy(io(), { get: (own, name) => (name === "env" ? env : (Reflect.get(own, name) as unknown)) });
}

async function runCommand(definition: Program, args: readonly string[]): Promise<void> {
  try {
    // `wakeline help convert` is a common habit.
    const words = args[0] === "help" ? [...args.slice(1), "--help"] : args;
    refuseElsewhere(definition, words);
    const program = await buildProgram(definition, words);
    if (args[0] === "help") refuseUnknown(program, args.slice(1));
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    io().exitCode = await report(error, definition);
  }
}

/** The command line, with all of the command that `args` name. */
export async function buildProgram(
  { description, commands, hasProfiles }: Program,
  args: readonly string[],
): Promise<Command> {
  const program = new Command("wakeline")
    .description(description)
    .version(readVersion(), "-V, --version", "print the version")
    .addHelpText("after", `${helpFooter}${hasProfiles === true ? profileFooter : ""}`);
  applyHabits(program);
  await addCommands(
    program,
    commands,
    args.filter((arg) => !arg.startsWith("-")),
  );
  return program;
}

/** The help text after a command's options. */
export function helpAfter(command: Command): string | undefined {
  const pieces: string[] = [];
  const output = command.configureOutput();
  command.configureOutput({ ...output, writeOut: (text) => pieces.push(text) });
  command.outputHelp();
  command.configureOutput(output);
  const after = pieces.slice(1).join("").trim();
  return after === "" ? undefined : after;
}

/** Adds a line of help for every entry, and the whole command for the one named by `path`. */
async function addCommands(parent: Command, entries: readonly CommandEntry[], path: readonly string[]): Promise<void> {
  const [asked, ...rest] = path;
  for (const entry of entries) {
    const isAsked = asked !== undefined && (entry.name === asked || entry.alias === asked);
    const command = isAsked && entry.load !== undefined ? await entry.load() : new Command(entry.name);
    command.hook("preAction", () => requireNode(entry));
    command.name(entry.name).summary(entry.summary);
    if (command.description() === "")
      command.description(`${entry.summary.replace(/^./, (letter) => letter.toUpperCase())}.`);
    // A command that was loaded before already has it.
    if (entry.alias !== undefined && !command.aliases().includes(entry.alias)) command.alias(entry.alias);
    applyHabits(command);
    if (entry.group !== undefined) command.helpGroup(`${entry.group}:`);
    if (entry.commands !== undefined && isAsked) await addCommands(command, entry.commands, rest);
    parent.addCommand(command);
  }
}

/** A command of another package is not a typing error. */
function refuseElsewhere({ commands, elsewhere }: Program, args: readonly string[]): void {
  const name = args.find((arg) => !arg.startsWith("-"));
  if (name === undefined || commands.some((entry) => entry.name === name)) return;
  const sentence = elsewhere?.(name);
  if (sentence !== undefined) throw usageError(sentence);
}

/** For the help of an unknown command, commander would show that of its parent. */
function refuseUnknown(program: Command, path: readonly string[]): void {
  let command = program;
  for (const name of path.filter((arg) => !arg.startsWith("-"))) {
    const known = command.commands.find((each) => each.name() === name || each.aliases().includes(name));
    if (known === undefined)
      throw usageError(`there is no command "${path.join(" ")}": \`wakeline --help\` lists all.`);
    command = known;
  }
}

/** The server's libraries need a newer Node than the commands for files. */
function requireNode({ name, minNode }: CommandEntry): void {
  if (minNode === undefined || Number.parseInt(process.versions.node, 10) >= minNode) return;
  throw usageError(
    `\`${name}\` needs Node ${minNode} or newer, and this is ${process.version}: install it from https://nodejs.org. ` +
      "Commands on files work with this one.",
  );
}

/** Settings of all commands: errors are thrown, usage errors exit with 2, help is short and colored. */
function applyHabits(command: Command): void {
  command
    .exitOverride((error) => {
      throw withMeaning(error, command);
    })
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .configureHelp({
      showGlobalOptions: false,
      subcommandTerm: (subcommand) => subcommand.name(),
      styleTitle: (title) => paint(io().out, "bold", title),
    })
    .configureOutput({
      outputError: () => {},
      writeOut: (text) => io().out.write(text),
      writeErr: (text) => io().err.write(text),
    });
}

/** For a missing option or argument: adds what the help says of it. */
function withMeaning(error: CommanderError, command: Command): CommanderError {
  const { code, message, exitCode } = error;
  const meaning = findMissing(code, command)?.description ?? "";
  return meaning === "" ? error : new CommanderError(exitCode, code, `${message} (${meaning})`);
}

/** The first one that is missing, which the error names. */
function findMissing(code: string, command: Command): { readonly description: string } | undefined {
  if (code === "commander.missingMandatoryOptionValue")
    return command.options.find(
      (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
    );
  if (code === "commander.missingArgument")
    return command.registeredArguments.find(({ required }, n) => required && command.args[n] === undefined);
  return undefined;
}

const helpFooter = `
Exit codes: 0 ok, 1 findings, 2 usage, 3 server or network, 4 permission.
Every command has --json and --help. More in docs/cli.md.`;

const profileFooter = `
Everywhere: --profile NAME for another identity (env: WAKELINE_PROFILE).`;

/** Reports an error, once, and returns the exit code. */
async function report(error: unknown, program: Program): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.ok;
    // Called without a subcommand: commander has already shown the help.
    if (error.code === "commander.help") return ExitCode.usage;
    fail(`${error.message.replace(/^error: /, "").replace(/\.$/, "")}. --help shows what is possible.`);
    return ExitCode.usage;
  }
  const known = await toCliError(interrupted.aborted ? interrupted.reason : error, program);
  if (isDebugging) io().err.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  if (isSignalCode(known.exitCode)) note("Stopped.");
  else fail(known.message);
  return known.exitCode;
}

async function toCliError(error: unknown, { describe }: Program): Promise<CliError> {
  if (error instanceof CliError) return error;
  const described = error instanceof Error ? await describe?.(error) : undefined;
  if (described !== undefined) return described;
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(
    ExitCode.server,
    `unexpected: ${message}. This is a fault in wakeline; run again with WAKELINE_DEBUG=1 to see where.`,
    { cause: error },
  );
}
