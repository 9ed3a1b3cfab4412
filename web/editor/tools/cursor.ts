/** The pointer's cursor in each state of a tool. */
import type { ImagePoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import type { Cursor, Grip, ToolContext, ToolState } from "./tool.ts";

/** The differences between geometries. */
interface CursorLooks {
  /** Over a point, while nothing is held. */
  readonly hover: (point: ImagePoint) => Cursor;
  /** While part of the shape is being dragged. */
  readonly grip: (grip: Grip, shape: Shape) => Cursor;
}

export function toolCursor(state: ToolState, { pansAnywhere, pointer }: ToolContext, looks: CursorLooks): Cursor {
  if (pansAnywhere && state.state !== "panning") return "grab";
  switch (state.state) {
    case "idle":
      return pointer === undefined ? "default" : looks.hover(pointer);
    case "pointing":
      return looks.hover(state.start.image);
    case "drawing":
    case "asking":
    case "placing":
    case "tracing":
      return "crosshair";
    case "translating":
      return "move";
    case "turning":
    case "resizing":
    case "draggingVertex":
      return looks.grip(state.grip, state.shape);
    case "panning":
      return "grabbing";
  }
}
