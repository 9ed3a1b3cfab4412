/**
 * What can be done right now, as data: each page registers its commands while it is shown; the command palette and the
 * shortcut sheet list them. Who owns a command also handles its key.
 */
import { signal } from "@preact/signals-core";
import { useEffect } from "react";
import type { ReactNode } from "react";

export interface Command {
  /** `noun.verb`, unique. */
  readonly id: string;
  readonly label: string;
  /** Heading it is listed under. */
  readonly group: string;
  /** For people and for the key handler, for example "mod+K", "Shift+Delete", "?". */
  readonly keys?: string;
  readonly icon?: ReactNode;
  /** Further words it is found by. */
  readonly keywords?: string;
  run(): void;
}

const sources = signal<readonly (readonly Command[])[]>([]);

/** Every command of what is on screen, in the order of registration. Reads a signal. */
export function allCommands(): readonly Command[] {
  return sources.value.flat();
}

/** Offers `commands` while the calling component is mounted. Memoise the list: a new one registers anew. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    sources.value = [...sources.peek(), commands];
    return () => {
      sources.value = sources.peek().filter((other) => other !== commands);
    };
  }, [commands]);
}

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** The single keys of a combination as they are printed on keyboards: "mod+K" -> ["Ctrl", "K"]. */
export function printedKeys(keys: string): readonly string[] {
  return keys.split("+").map((key) => {
    if (key === "mod") return isApple ? "⌘" : "Ctrl";
    return key.length === 1 ? key.toUpperCase() : key;
  });
}
