/** Menu entries for the commands of the slots that no longer fit in a bar. */

import { Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { isChecked, refusalOf, runCommand, type CommandIdOf } from "../../commands/registry.ts";
import { CommandItem, CommandToggle } from "../../ui/commands/CommandItem.tsx";
import { useViewer } from "../viewer-context.ts";

/** By slot. */
export type CommandsOfSlots = Readonly<Record<string, readonly CommandIdOf<"viewer">[]>>;

interface HiddenCommandsProps {
  readonly commandsOf: CommandsOfSlots;
  readonly gone: ReadonlySet<string>;
}

export function HiddenCommands({ commandsOf, gone }: HiddenCommandsProps) {
  const groups = Object.entries(commandsOf).filter(([name]) => gone.has(name));
  return groups.map(([name, ids], index) => (
    <div key={name}>
      {index > 0 && <Menu.Divider />}
      {ids.map((id) => (
        <CommandEntry key={id} id={id} />
      ))}
    </div>
  ));
}

function CommandEntry({ id }: { readonly id: CommandIdOf<"viewer"> }) {
  useSignals();
  const { editor } = useViewer();
  const run = () => void runCommand(editor, id, undefined as never);
  const isOn = isChecked(editor, id);
  const isRefused = refusalOf(editor, id) !== undefined;
  if (isOn === undefined || isRefused) return <CommandItem id={id} isRefused={isRefused} onClick={run} />;
  return <CommandToggle id={id} isChecked={isOn} onToggle={run} />;
}
