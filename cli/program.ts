/**
 * A command line: knows the names of its subcommands, loads the one that was asked for, and turns whatever it throws into
 * one line and an exit code.
 */

import { Command, CommanderError } from "commander";
import type { CommandEntry } from "./command-entry.ts";
import { CliError, ExitCode, isSignalCode, usageError } from "./base/errors.ts";
import { handleInterrupts, interrupted, stopWithNpx } from "./base/interrupt.ts";
import { fail, handleOutputErrors, note } from "./base/output.ts";
import { restoreArguments } from "./base/system-path.ts";
import { paint } from "./base/terminal.ts";
import { readVersion } from "./base/version.ts";
import { io } from "./base/io.ts";

const isDebugging = process.env["WAKELINE_DEBUG"] === "1";

export interface Program {
  readonly description: string;
  readonly commands: readonly CommandEntry[];
  /** What an error of a library says to people; `undefined`: it is none that is known. */
  readonly describe?: (error: Error) => Promise<CliError | undefined>;
  /** Commands that are not here, and where they are: a sentence. */
  readonly elsewhere?: (name: string) => string | undefined;
}

/** The process: one command line (without `node` and the script), signals, and outputs that may go away. */
export async function runProcess(program: Program, given: readonly string[]): Promise<void> {
  handleInterrupts();
  stopWithNpx();
  handleOutputErrors();
  await runProgram(program, restoreArguments(given));
}

/** Runs one command line and leaves its result in `io().exitCode`. */
export async function runProgram(definition: Program, args: readonly string[]): Promise<void> {
  try {
    // `wakeline help convert` is what some are used to.
    const asked = args[0] === "help" ? [...args.slice(1), "--help"] : args;
    refuseElsewhere(definition, asked);
    const program = await buildProgram(definition, asked);
    if (args[0] === "help") refuseUnknown(program, args.slice(1));
    await program.parseAsync(asked, { from: "user" });
  } catch (error) {
    io().exitCode = await report(error, definition);
  }
}

/** The command line, with all of the command that `args` name. */
export async function buildProgram({ description, commands }: Program, args: readonly string[]): Promise<Command> {
  const program = new Command("wakeline")
    .description(description)
    .version(readVersion(), "-V, --version", "print the version")
    .addHelpText("after", helpFooter);
  applyHabits(program);
  await addCommands(
    program,
    commands,
    args.filter((arg) => !arg.startsWith("-")),
  );
  return program;
}

/** What the help of a command has after its options. */
export function helpAfter(command: Command): string | undefined {
  const pieces: string[] = [];
  const output = command.configureOutput();
  command.configureOutput({ ...output, writeOut: (text) => pieces.push(text) });
  command.outputHelp();
  command.configureOutput(output);
  const after = pieces.slice(1).join("").trim();
  return after === "" ? undefined : after;
}

/** Adds a line of help for every entry, and the whole command for the one that `path` names. */
async function addCommands(parent: Command, entries: readonly CommandEntry[], path: readonly string[]): Promise<void> {
  const [asked, ...rest] = path;
  for (const entry of entries) {
    const isAsked = asked !== undefined && (entry.name === asked || entry.alias === asked);
    const command = isAsked && entry.load !== undefined ? await entry.load() : new Command(entry.name);
    command.hook("preAction", () => requireNode(entry));
    command.name(entry.name).summary(entry.summary);
    if (command.description() === "")
      command.description(`${entry.summary.replace(/^./, (letter) => letter.toUpperCase())}.`);
    // A command that has been loaded before has it already.
    if (entry.alias !== undefined && !command.aliases().includes(entry.alias)) command.alias(entry.alias);
    applyHabits(command);
    if (entry.group !== undefined) command.helpGroup(`${entry.group}:`);
    if (entry.commands !== undefined && isAsked) await addCommands(command, entry.commands, rest);
    parent.addCommand(command);
  }
}

/** A command of another package is no slip of the keyboard. */
function refuseElsewhere({ commands, elsewhere }: Program, args: readonly string[]): void {
  const name = args.find((arg) => !arg.startsWith("-"));
  if (name === undefined || commands.some((entry) => entry.name === name)) return;
  const sentence = elsewhere?.(name);
  if (sentence !== undefined) throw usageError(sentence);
}

/** Asked for the help of a command that does not exist, commander shows that of its parent. */
function refuseUnknown(program: Command, path: readonly string[]): void {
  let command = program;
  for (const name of path.filter((arg) => !arg.startsWith("-"))) {
    const known = command.commands.find((each) => each.name() === name || each.aliases().includes(name));
    if (known === undefined)
      throw usageError(`there is no command "${path.join(" ")}": \`wakeline --help\` lists all.`);
    command = known;
  }
}

/** Of the libraries of a server, which need a newer Node than the work on files. */
function requireNode({ name, leastNode }: CommandEntry): void {
  if (leastNode === undefined || Number.parseInt(process.versions.node, 10) >= leastNode) return;
  throw usageError(
    `\`${name}\` needs Node ${leastNode} or newer, and this is ${process.version}: install it from https://nodejs.org. ` +
      "Commands on files work with this one.",
  );
}

/** What all commands have in common: errors are thrown, usage errors exit with 2, help is short and coloured. */
function applyHabits(command: Command): void {
  command
    .exitOverride()
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

const helpFooter = `
Exit codes: 0 ok, 1 findings, 2 usage, 3 server or network, 4 permission.
Every command has --json and --help. More in docs/cli.md.`;

/** Says what went wrong, once, and returns the exit code. */
async function report(error: unknown, program: Program): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.ok;
    // Called without a subcommand: commander has shown the help already.
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
