/** Previews a soft edit on the surrounding frames while the box is dragged. */

import type { FrameNumber } from "#core/types";
import type { Workspace } from "../../session/workspace.ts";
import { fadeBox, neighborsOf, type Box } from "../edits/soft-edit.ts";
import { trackOf } from "../modes/drawing-mode.ts";
import type { Mode } from "../modes/mode.ts";
import { readBox } from "../tools/read-shapes.ts";
import type { ToolState } from "../tools/tool.ts";

/** With more than this they would smear: show every second one, then every third. */
const maxShown = 12;

export interface SoftGhost {
  readonly box: Box;
  /** Share of the correction, 0..1. */
  readonly share: number;
}

export interface Dragged {
  readonly from: Box;
  readonly to: Box;
}

/** The box being dragged, before and now. */
export function draggedBox(tool: ToolState): Dragged | undefined {
  if (tool.state !== "translating" && tool.state !== "resizing" && tool.state !== "turning") return undefined;
  const { original: from, shape: to } = tool;
  return from.kind === "rectangle" && to.kind === "rectangle" ? { from, to } : undefined;
}

export function softGhosts(
  { core }: Pick<Workspace, "core">,
  mode: Mode,
  frame: FrameNumber,
  tool: ToolState,
  reach: number,
): readonly SoftGhost[] {
  const dragged = draggedBox(tool);
  const track = trackOf(mode);
  if (dragged === undefined || track === undefined) return [];
  const neighbors = neighborsOf(core, track, frame, reach);
  const step = Math.ceil(neighbors.length / maxShown);
  return neighbors
    .filter((_, n) => n % step === 0)
    .flatMap(({ frame: at, share }) => {
      const box = readBox(core, track, at);
      return box?.kind === "rectangle" ? [{ box: fadeBox(box, dragged.from, dragged.to, share), share }] : [];
    });
}
