/**
 * The segment tool: it has no geometry of its own but asks for one. Clicks mark the object and, with Shift, parts that
 * do not belong to it; a drag puts a box around it. The answer is shown as a suggestion; Enter or a right click accepts
 * it.
 */

import type { Prompt } from "../../base/prompt.ts";
import { boundsFromCorners } from "./box-grips.ts";
import { toolCursor } from "./cursor.ts";
import { beginPan, distancePx, continuePanning, isPlain, only } from "./gestures.ts";
import { clickTolerancePx, idle, type Tool, type ToolEvent, type ToolResult, type ToolState } from "./tool.ts";
import type { ToolContext } from "./tool.ts";

export const segmentTool: Tool = {
  reduce,
  overlay(state) {
    if (state.state !== "asking") return {};
    const { prompts, box } = state;
    const drawn = box ?? prompts.find((prompt) => prompt.kind === "box")?.bounds;
    return {
      shapes: drawn === undefined ? [] : [{ kind: "rectangle", bounds: drawn }],
      handles: prompts.flatMap((prompt) =>
        prompt.kind === "in" || prompt.kind === "out"
          ? [{ kind: "edge" as const, at: prompt.at, isActive: prompt.kind === "out" }]
          : [],
      ),
    };
  },
  cursor: (state, context) => toolCursor(state, context, { hover: () => "crosshair", grip: () => "crosshair" }),
  read: () => [],
};

function reduce(state: ToolState, event: ToolEvent, context: ToolContext): ToolResult {
  if (state.state === "panning") {
    return event.type === "cancel" || event.type === "finish" || event.type === "deletePoint"
      ? only(state.then)
      : continuePanning(state, event);
  }
  const { prompts, down } = state.state === "asking" ? state : { prompts: [], down: undefined };
  const resting: ToolState = prompts.length === 0 ? idle : { state: "asking", prompts };
  const ask = (next: readonly Prompt[]): ToolResult =>
    only(next.length === 0 ? idle : { state: "asking", prompts: next }, { type: "ask", prompts: next });
  switch (event.type) {
    case "cancel":
      return only(resting);
    case "finish":
      return only(resting, { type: "accept" });
    case "deletePoint":
      return prompts.length === 0 ? only(idle, { type: "refused", reason: "noPoint" }) : ask(prompts.slice(0, -1));
    case "pointerDown":
      return only({ state: "asking", prompts, down: event });
    case "pointerMove": {
      if (down === undefined || distancePx(down.screen, event.screen) < clickTolerancePx) return only(state);
      if (!isPlain(down, context)) return beginPan(down, event, resting);
      return only({ state: "asking", prompts, down, box: boundsFromCorners(down.image, event.image) });
    }
    case "pointerUp": {
      if (down === undefined) return only(resting);
      if (down.button === "secondary") return only(resting, { type: "accept" });
      if (context.pansAnywhere) return only(resting);
      if (distancePx(down.screen, event.screen) < clickTolerancePx) {
        const isOut = down.shift || down.button === "middle";
        return ask([...prompts, { kind: isOut ? "out" : "in", at: down.image }]);
      }
      // A new box replaces the previous one.
      const points = prompts.filter(({ kind }) => kind !== "box");
      return ask([...points, { kind: "box", bounds: boundsFromCorners(down.image, event.image) }]);
    }
  }
}
