/** What the editor menu drops first in a narrow window, and the entries of its menu that replace it. */

import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { useSignals } from "@preact/signals-react/runtime";
import { isChecked, refusalOf, runCommand, type CommandIdOf } from "../../commands/registry.ts";
import { CommandItem, CommandToggle } from "../../ui/commands/CommandItem.tsx";
import { useViewer } from "../viewer-context.ts";

/** The lowest leave first: what other bars have too, then what has a key, then what says how one draws. */
export const priorities = {
  visibility: 0,
  geometries: 1,
  ways: 2,
  deleting: 3,
  several: 4,
  shaping: 5,
  chips: 6,
  onThisFrame: 7,
} as const;
type SlotName = keyof typeof priorities;

/** Visibility has a button of its own. */
const commandsOf: Readonly<Partial<Record<SlotName, readonly CommandIdOf<"viewer">[]>>> = {
  chips: ["new.detection", "new.continuous", "new.interpolate", "new.advance"],
  several: ["track.split", "merge.choose", "merge.commit", "group.create"],
  geometries: ["tool.rectangle", "tool.polygon", "tool.headTail"],
  shaping: ["shape.finish", "shape.add", "shape.addHole"],
  deleting: ["shape.deletePoint", "shape.delete"],
  onThisFrame: ["track.toggleKeyframe", "track.toggleInterpolation", "track.end"],
  ways: ["track.seekBegin", "track.previousKeyframe", "track.nextKeyframe", "track.seekEnd"],
};

/** Undefined where nothing has gone that needs an entry. */
export function menuOfGone(gone: ReadonlySet<string>): ReactNode {
  return Object.keys(commandsOf).some((name) => gone.has(name)) ? <GoneCommands gone={gone} /> : undefined;
}

function GoneCommands({ gone }: { readonly gone: ReadonlySet<string> }) {
  const groups = Object.entries(commandsOf).filter(([name]) => gone.has(name));
  return groups.map(([name, ids], index) => (
    <div key={name}>
      {index > 0 && <Menu.Divider />}
      {ids.map((id) => (
        <Entry key={id} id={id} />
      ))}
    </div>
  ));
}

function Entry({ id }: { readonly id: CommandIdOf<"viewer"> }) {
  useSignals();
  const { editor } = useViewer();
  const run = () => void runCommand(editor, id, undefined as never);
  const isOn = isChecked(editor, id);
  const isRefused = refusalOf(editor, id) !== undefined;
  if (isOn === undefined || isRefused) return <CommandItem id={id} isRefused={isRefused} onClick={run} />;
  return <CommandToggle id={id} isChecked={isOn} onToggle={run} />;
}
