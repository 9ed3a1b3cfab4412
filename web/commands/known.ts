/**
 * The existing commands, and which of them each key runs. Those of the viewer are loaded with it: `registry.ts`
 * contains all of them, and importing it loads them. Code of every page uses this file instead.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { TrackId } from "#core/types";
import type { Editor } from "../editor/editor.ts";
import type { Command, Refusal, Scope, ScopeContexts } from "./command.ts";
import { listCommands, placeCommands } from "./lists.ts";
import { shellCommands } from "./shell.ts";
import type { viewerCommands } from "./viewer.ts";
import type { TrackArgs } from "./viewer-rules.ts";

const pageCommands = { ...listCommands, ...placeCommands, ...shellCommands };

type All = typeof viewerCommands & typeof pageCommands;

export type CommandId = keyof All;
/** Commands of one scope. */
export type CommandIdOf<S extends Scope> = { [Id in CommandId]: All[Id]["scope"] extends S ? Id : never }[CommandId];
export type ScopeOf<Id extends CommandId> = All[Id]["scope"];
/** The arguments a command accepts. */
export type ArgsOf<Id extends CommandId> = Parameters<All[Id]["run"]>[1];

const viewer = signal<Partial<All>>({});

/** The loaded commands by id; code that uses a viewer command is loaded with the viewer. */
export const commands: Readonly<Record<CommandId, Command>> = { ...pageCommands } as All;

/** In display order. */
export const knownIds: ReadonlySignal<readonly CommandId[]> = computed(
  () => [...Object.keys(viewer.value), ...Object.keys(pageCommands)] as CommandId[],
);

/** Whether an unknown command may belong to the viewer, which is not loaded. */
export const lacksViewer: ReadonlySignal<boolean> = computed(() => Object.keys(viewer.value).length === 0);

/** Called once, by `registry.ts`. */
export function addViewerCommands(added: typeof viewerCommands): void {
  Object.assign(commands, added);
  viewer.value = added;
}

/** Scopes whose keys apply at the same time: the first with a given key gets it, so no two of them may share one. */
export const overlappingScopes: readonly (readonly Scope[])[] = [
  ["list", "place", "shell"],
  ["viewer", "shell"],
];

export interface KeyTarget {
  readonly id: CommandId;
  readonly args: unknown;
}

/** The commands of the keys in these scopes. Throws if two commands have the same key. */
export function buildKeymap(
  scopes: readonly Scope[],
  list: Readonly<Record<string, Pick<Command, "scope" | "defaultKeys">>> = commands,
): ReadonlyMap<string, KeyTarget> {
  const keymap = new Map<string, KeyTarget>();
  for (const [id, { scope, defaultKeys = [] }] of Object.entries(list)) {
    if (!scopes.includes(scope)) continue;
    for (const binding of defaultKeys) {
      const [key, args] = typeof binding === "string" ? [binding, undefined] : binding;
      const other = keymap.get(key);
      if (other !== undefined) throw new Error(`${key} belongs to both ${other.id} and ${id}.`);
      keymap.set(key, { id: id as CommandId, args });
    }
  }
  return keymap;
}

/** Why a command cannot run now. */
export function refusalOf<Id extends CommandId>(
  context: ScopeContexts[ScopeOf<Id>],
  id: Id,
  args?: ArgsOf<Id>,
): Refusal | undefined {
  return erased[id].refusal?.(context, args);
}

/** Whether a toggle is on; `undefined` for other commands. */
export function isChecked<Id extends CommandId>(
  context: ScopeContexts[ScopeOf<Id>],
  id: Id,
  args?: ArgsOf<Id>,
): boolean | undefined {
  return erased[id].checked?.(context, args);
}

/**
 * Runs a command, or shows the user why it cannot run. Commands queue after a drag that is waiting for its frame, so
 * that a later Escape cannot cancel it early. Seeking is never queued. `isWanted` is called after the wait: the
 * previous command may have opened a question that this one was not meant to answer.
 */
export function runCommand<Id extends CommandId>(
  context: ScopeContexts[ScopeOf<Id>],
  id: Id,
  args?: ArgsOf<Id>,
  isWanted: () => boolean = () => true,
): void | Promise<void> {
  const { scope, group } = commands[id];
  const pictures = scope === "viewer" && group !== "playback" ? (context as Editor).pictures : undefined;
  if (pictures?.isWaiting === true) return pictures.then(() => void (isWanted() && runImmediately(context, id, args)));
  return runImmediately(context, id, args);
}

function runImmediately<Id extends CommandId>(
  context: ScopeContexts[ScopeOf<Id>],
  id: Id,
  args?: ArgsOf<Id>,
): void | Promise<void> {
  const refusal = refusalOf(context, id, args);
  if (refusal === undefined) return erased[id].run(context, args);
  return (context as ErasedContext).refuse(refusal, (args as TrackArgs | undefined)?.track);
}

/** Context and arguments are passed on untyped; the generics above tie them to the id. */
interface ErasedContext {
  refuse(reason: Refusal, track: TrackId | undefined): void;
}

interface ErasedCommand {
  refusal?(context: unknown, args: unknown): Refusal | undefined;
  checked?(context: unknown, args: unknown): boolean;
  run(context: unknown, args: unknown): void | Promise<void>;
}

const erased: Readonly<Record<CommandId, ErasedCommand>> = commands;
