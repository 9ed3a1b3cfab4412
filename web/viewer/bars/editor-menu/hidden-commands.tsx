/** Which slots the editor menu drops first in a narrow window, and the menu entries that replace them. */

import type { ReactNode } from "react";
import { HiddenCommands, type CommandsOfSlots } from "../../parts/HiddenCommands.tsx";

/** The lowest leave first: what other bars also have, then what has a key, then how shapes are drawn. */
export const priorities = {
  soft: 0,
  visibility: 1,
  geometries: 2,
  ways: 3,
  deleting: 4,
  several: 5,
  shaping: 6,
  chips: 7,
  onThisFrame: 8,
  model: 9,
} as const;
type SlotName = keyof typeof priorities;

/** Visibility has its own button. */
const commandsOf = {
  chips: ["new.detection", "new.continuous", "new.interpolate", "new.advance"],
  soft: ["soft.toggle", "soft.wider", "soft.narrower"],
  model: ["segment.model"],
  several: ["track.split", "merge.choose", "merge.commit", "group.create"],
  geometries: ["tool.rectangle", "tool.polygon", "tool.headTail"],
  shaping: ["shape.finish", "shape.add", "shape.addHole"],
  deleting: ["shape.deletePoint", "shape.delete"],
  onThisFrame: ["track.toggleKeyframe", "track.toggleInterpolation", "track.end"],
  ways: ["track.seekBegin", "track.previousKeyframe", "track.nextKeyframe", "track.seekEnd"],
} as const satisfies Partial<Record<SlotName, CommandsOfSlots[string]>>;

/** Undefined when nothing that needs an entry has been dropped. */
export function menuOfHidden(gone: ReadonlySet<string>): ReactNode {
  return Object.keys(commandsOf).some((name) => gone.has(name)) ? (
    <HiddenCommands commandsOf={commandsOf} gone={gone} />
  ) : undefined;
}
