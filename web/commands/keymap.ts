/**
 * The current keys of commands: the defaults, or the user's own. Whatever was stored or imported, no key belongs to two
 * commands that are available at the same time.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { keysOf, type KeyBinding, type Scope } from "./command.ts";
import {
  buildKeymap,
  commands,
  knownIds,
  lacksViewer,
  overlappingScopes,
  type CommandId,
  type KeyTarget,
} from "./known.ts";

/**
 * By command, replacing all of its default keys. Keys with arguments keep their order, and an empty one means no key.
 */
export type CustomKeys = Readonly<Partial<Record<CommandId, readonly string[]>>>;

const custom = signal<CustomKeys>({});
export const customKeys: ReadonlySignal<CustomKeys> = custom;

/** Keys that no command can have: they leave dialogs and move the focus. */
const reservedKeys: ReadonlySet<string> = new Set(["Escape", "Tab", "Shift+Tab"]);

export function isReserved(key: string): boolean {
  return reservedKeys.has(key);
}

/** Whether the command's keys carry arguments: then keys can be changed, but not added. */
export function hasKeyArguments(id: CommandId): boolean {
  return (commands[id].defaultKeys ?? []).some((binding) => typeof binding !== "string");
}

/** The user's keys take precedence over defaults; of two commands with the same key the first gets it. */
const bindings = computed(() => {
  const taken = new Map<Scope, Set<string>>();
  const take = (id: CommandId, all: readonly KeyBinding<unknown>[]): readonly KeyBinding<unknown>[] => {
    const scopes = scopesWith(commands[id].scope);
    return all.filter((binding) => {
      const key = typeof binding === "string" ? binding : binding[0];
      if (key === "" || scopes.some((scope) => taken.get(scope)?.has(key) === true)) return false;
      const keysOfScope = taken.get(commands[id].scope) ?? new Set();
      taken.set(commands[id].scope, keysOfScope.add(key));
      return true;
    });
  };
  // The result must not depend on the first page opened, so the user's keys of viewer commands are reserved before
  // those are loaded.
  const unopened = lacksViewer.value ? Object.entries(custom.value).filter(([id]) => !isKnown(id)) : [];
  taken.set("viewer", new Set(unopened.flatMap(([, own]) => own)));
  const isCustom = (id: CommandId): boolean => custom.value[id] !== undefined;
  const inOrder = [...knownIds.value.filter((id) => isCustom(id)), ...knownIds.value.filter((id) => !isCustom(id))];
  return new Map(inOrder.map((id) => [id, take(id, configuredBindings(id, custom.value))]));
});

/** Scopes whose keys apply together with those of this one, including itself. */
function scopesWith(scope: Scope): readonly Scope[] {
  return [...new Set(overlappingScopes.filter((scopes) => scopes.includes(scope)).flat())];
}

function configuredBindings(id: CommandId, keys: CustomKeys): readonly KeyBinding<unknown>[] {
  const defaults = commands[id].defaultKeys ?? [];
  const configured = keys[id];
  if (configured === undefined) return defaults;
  if (!hasKeyArguments(id)) return configured;
  return defaults.map((binding, i) => {
    const [key, args] = typeof binding === "string" ? [binding, undefined] : binding;
    return [configured[i] ?? key, args] as const;
  });
}

/** The current keys of a command. Reads a signal. */
export function currentKeys(id: CommandId): readonly string[] {
  return keysOf({ defaultKeys: bindings.value.get(id) ?? [] });
}

/** The same including empty places, for the key dialog. */
export function editableKeys(id: CommandId): readonly string[] {
  if (!hasKeyArguments(id)) return currentKeys(id);
  const has = new Set(currentKeys(id));
  return keysOf({ defaultKeys: configuredBindings(id, custom.value) }).map((key) => (has.has(key) ? key : ""));
}

/** The first key of a command, for tooltips and menus. */
export function keyOf(id: CommandId): string | undefined {
  return currentKeys(id)[0];
}

/** The command of each key, by scope. */
export const keymaps: ReadonlySignal<Readonly<Record<Scope, ReadonlyMap<string, KeyTarget>>>> = computed(() => {
  const now = Object.fromEntries(
    knownIds.value.map((id) => [id, { scope: commands[id].scope, defaultKeys: bindings.value.get(id) ?? [] }]),
  );
  return {
    list: buildKeymap(["list"], now),
    place: buildKeymap(["place"], now),
    viewer: buildKeymap(["viewer"], now),
    shell: buildKeymap(["shell"], now),
  };
});

/** The other command that has a key now, among those available together with this one. */
export function ownerOf(key: string, id: CommandId): CommandId | undefined {
  const scopes = scopesWith(commands[id].scope);
  return knownIds.value.find(
    (other) => other !== id && scopes.includes(commands[other].scope) && currentKeys(other).includes(key),
  );
}

/** Assigns keys to a command, removing them from others. */
export function assignKeys(id: CommandId, keys: readonly string[]): void {
  const next: Record<string, readonly string[]> = { ...custom.peek() };
  for (const key of keys) {
    const owner = key === "" ? undefined : ownerOf(key, id);
    if (owner === undefined) continue;
    const left = editableKeys(owner).map((each) => (each === key ? "" : each));
    next[owner] = hasKeyArguments(owner) ? left : left.filter((each) => each !== "");
  }
  next[id] = keys;
  custom.value = withoutDefaults(next as CustomKeys);
}

/** Restores a command's default keys, removing them from others. */
export function resetKeys(id: CommandId): void {
  assignKeys(id, keysOf(commands[id]));
}

/** Sets all of the user's keys; without an argument, restores all defaults. */
export function setCustomKeys(keys: CustomKeys = {}): void {
  custom.value = withoutDefaults(keys);
}

function withoutDefaults(keys: CustomKeys): CustomKeys {
  const changed = Object.entries(keys).filter(
    ([id, own]) => !isKnown(id) || own.join(" ") !== keysOf(commands[id]).join(" "),
  );
  return Object.fromEntries(changed) as CustomKeys;
}

/** False for commands of the viewer before it is loaded, and for those of other versions. */
function isKnown(id: string): id is CommandId {
  return Object.hasOwn(commands, id);
}

// ------------------------------------------------------------------------------------------------------------- files

const fileVersion = 1;

export function printKeys(keys: CustomKeys = custom.peek()): string {
  return `${JSON.stringify({ version: fileVersion, keys }, undefined, 2)}\n`;
}

export interface ReadKeys {
  readonly keys: CustomKeys;
  /** Commands that this version does not have. */
  readonly unknown: readonly string[];
}

/** Reads the format of `printKeys`. `undefined` if it is anything else. */
export function readKeys(text: string): ReadKeys | undefined {
  const entries = readEntries(text);
  return (
    entries && {
      keys: Object.fromEntries(entries.filter(([id]) => isKnown(id))) as CustomKeys,
      unknown: entries.flatMap(([id]) => (isKnown(id) ? [] : [id])),
    }
  );
}

/** The same including keys of unknown commands, so that they are kept: the viewer may not be loaded yet. */
export function readStoredKeys(text: string): CustomKeys {
  return Object.fromEntries(readEntries(text) ?? []) as CustomKeys;
}

/** Commands whose ids have changed since their keys were stored. */
const renamed: Readonly<Record<string, CommandId>> = { "cameras.acceptProposal": "suggestion.accept" };

function readEntries(text: string): readonly (readonly [id: string, keys: readonly string[]])[] | undefined {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { version, keys } = (typeof file === "object" && file !== null ? file : {}) as Record<string, unknown>;
  if (version !== fileVersion || typeof keys !== "object" || keys === null || Array.isArray(keys)) return undefined;
  const entries: readonly [string, unknown][] = Object.entries(keys);
  return entries.every((entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].every(isKeyText))
    ? entries.map(([id, own]) => [renamed[id] ?? id, own])
    : undefined;
}

function isKeyText(key: unknown): boolean {
  return typeof key === "string" && key.length <= 40 && !isReserved(key);
}
