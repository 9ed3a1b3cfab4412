#!/usr/bin/env node
/**
 * The `wakeline` command: knows the names of its subcommands, loads the one that was asked for, and turns whatever it
 * throws into one line and an exit code.
 */

import { Command, CommanderError } from "commander";
import { commandTree } from "./commands.ts";
import type { CommandEntry } from "./commands.ts";
import type { ApiError } from "#schemas/client";
import { CliError, ExitCode, isSignalCode, usageError } from "./base/errors.ts";
import { handleInterrupts, interrupted, stopWithNpx } from "./base/interrupt.ts";
import { fail, handleOutputErrors, note } from "./base/output.ts";
import { restoreArguments } from "./base/system-path.ts";
import { paint } from "./base/terminal.ts";
import { readVersion } from "./base/version.ts";
import { io } from "./base/io.ts";

const isDebugging = process.env["WAKELINE_DEBUG"] === "1";

/** The process: one command line (without `node` and the script), signals, and outputs that may go away. */
export async function main(given: readonly string[]): Promise<void> {
  handleInterrupts();
  stopWithNpx();
  handleOutputErrors();
  await run(restoreArguments(given));
}

/** Runs one command line and leaves its result in `io().exitCode`. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    // `wakeline help convert` is what some are used to.
    const asked = args[0] === "help" ? [...args.slice(1), "--help"] : args;
    const program = await buildProgram(asked);
    if (args[0] === "help") refuseUnknown(program, args.slice(1));
    await program.parseAsync(asked, { from: "user" });
  } catch (error) {
    io().exitCode = await report(error);
  }
}

async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command("wakeline")
    .description("Annotates video, image sequences and large images, with a server and without.")
    .version(readVersion(), "-V, --version", "print the version")
    .addHelpText("after", helpFooter);
  applyHabits(program);
  await addCommands(
    program,
    commandTree,
    args.filter((arg) => !arg.startsWith("-")),
  );
  return program;
}

/** Adds a line of help for every entry, and the whole command for the one that `path` names. */
async function addCommands(parent: Command, entries: readonly CommandEntry[], path: readonly string[]): Promise<void> {
  const [asked, ...rest] = path;
  for (const entry of entries) {
    const isAsked = asked !== undefined && (entry.name === asked || entry.alias === asked);
    const command = isAsked && entry.load !== undefined ? await entry.load() : new Command(entry.name);
    command.name(entry.name).summary(entry.summary);
    if (command.description() === "")
      command.description(`${entry.summary.replace(/^./, (letter) => letter.toUpperCase())}.`);
    // A command that has been loaded before has it already.
    if (entry.alias !== undefined && !command.aliases().includes(entry.alias)) command.alias(entry.alias);
    applyHabits(command);
    if (entry.group !== undefined) command.helpGroup(`${entry.group}:`);
    if (entry.commands !== undefined) await addCommands(command, entry.commands, isAsked ? rest : []);
    parent.addCommand(command);
  }
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
async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.ok;
    // Called without a subcommand: commander has shown the help already.
    if (error.code === "commander.help") return ExitCode.usage;
    fail(`${error.message.replace(/^error: /, "").replace(/\.$/, "")}. --help shows what is possible.`);
    return ExitCode.usage;
  }
  const known = await toCliError(interrupted.aborted ? interrupted.reason : error);
  if (isDebugging) io().err.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  if (isSignalCode(known.exitCode)) note("Stopped.");
  else fail(known.message);
  return known.exitCode;
}

async function toCliError(error: unknown): Promise<CliError> {
  if (error instanceof CliError) return error;
  if (error instanceof Error && error.name === "ApiError") {
    const { describeApiError } = await import("./base/connection.ts");
    return describeApiError(error as ApiError);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(
    ExitCode.server,
    `unexpected: ${message}. This is a fault in wakeline; run again with WAKELINE_DEBUG=1 to see where.`,
    { cause: error },
  );
}

if (import.meta.main) await main(process.argv.slice(2));
