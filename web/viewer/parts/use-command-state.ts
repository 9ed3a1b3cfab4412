/**
 * Whether a command can run, and whether it is on, for components. Re-renders when the answer changes, not with each
 * frame and edit that the answer depends on.
 */

import { computed } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import type { Refusal } from "../../commands/command.ts";
import { isChecked, refusalOf, type ArgsOf, type CommandIdOf } from "../../commands/registry.ts";
import { useViewer } from "../viewer-context.ts";

export interface CommandState {
  /** Why it cannot run. */
  readonly refusal: Refusal | undefined;
  /** `undefined`: not a toggle. */
  readonly isOn: boolean | undefined;
}

/** @param args must be JSON-serializable */
export function useCommandState<Id extends CommandIdOf<"viewer">>(id: Id, args?: ArgsOf<Id>): CommandState {
  useSignals();
  const { editor } = useViewer();
  // Callers create a new arguments object on each render.
  const argsText = args === undefined ? undefined : JSON.stringify(args);
  const { refusal, isOn } = useMemo(() => {
    const same = argsText === undefined ? undefined : (JSON.parse(argsText) as ArgsOf<Id>);
    return { refusal: computed(() => refusalOf(editor, id, same)), isOn: computed(() => isChecked(editor, id, same)) };
  }, [editor, id, argsText]);
  return { refusal: refusal.value, isOn: isOn.value };
}
