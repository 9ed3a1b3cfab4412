/** Which commands are available: each page provides the context for the commands of its scope while it is shown. */

import { signal } from "@preact/signals-core";
import { useEffect } from "react";
import type { Refusal, Scope, ScopeContexts } from "../../commands/command.ts";
import { commands, isChecked, knownIds, refusalOf, runCommand, type CommandId } from "../../commands/known.ts";

interface Offer {
  readonly scope: Scope;
  readonly context: ScopeContexts[Scope];
  /** Whether a key pressed there belongs to this scope; missing: always. */
  readonly owns: ((target: Element) => boolean) | undefined;
}

const offers = signal<readonly Offer[]>([]);

/**
 * Offers the commands of a scope while the calling component is mounted. Memoise the context: a new one is a new offer.
 * `owns`: where the focus must be for its keys to apply.
 */
export function useCommandScope<S extends Scope>(
  scope: S,
  context: ScopeContexts[S],
  owns?: (target: Element) => boolean,
): void {
  useEffect(() => {
    const offer: Offer = { scope, context, owns };
    offers.value = [...offers.peek(), offer];
    return () => {
      offers.value = offers.peek().filter((other) => other !== offer);
    };
  }, [scope, context, owns]);
}

/** The contexts that handle a key pressed at `target`. */
export function contextsAt(target: EventTarget | null): Partial<ScopeContexts> {
  const contexts: Partial<Record<Scope, ScopeContexts[Scope]>> = {};
  for (const { scope, context, owns } of offers.peek()) {
    if (owns === undefined || (target instanceof Element && owns(target))) contexts[scope] = context;
  }
  return contexts as Partial<ScopeContexts>;
}

/** An available command, bound to its context. */
export interface OfferedCommand {
  readonly id: CommandId;
  /** Reads signals of the context. */
  refusal(args?: unknown): Refusal | undefined;
  /** For toggles: whether it is on. */
  isChecked(): boolean | undefined;
  run(args?: unknown): void;
}

/** Every command available on the current page. Reads a signal. */
export function offeredCommands(): readonly OfferedCommand[] {
  const contexts = new Map(offers.value.map(({ scope, context }) => [scope, context]));
  return knownIds.value.flatMap((id) => {
    const context = contexts.get(commands[id].scope);
    if (context === undefined) return [];
    return {
      id,
      refusal: (args) => refusalOf(context as never, id, args as never),
      isChecked: () => isChecked(context as never, id),
      run: (args) => void runCommand(context as never, id, args as never),
    };
  });
}
