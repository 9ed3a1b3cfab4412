/**
 * The tools as a table: what each gesture does with each of them, in plain words. Computed from the tools themselves,
 * so it cannot drift from them; the test checks it, and `docs/reference/tools.md` is its printout.
 */

import { imagePoint, screenPoint } from "../../web/base/brand.ts";
import type { Shape } from "../../web/base/shape.ts";
import type { Geometry } from "../../web/editor/modes/mode.ts";
import { tools } from "../../web/editor/tools/index.ts";
import { pathsOf } from "../../web/editor/tools/path-points.ts";
import { idle, selectedOf } from "../../web/editor/tools/tool.ts";
import type { PointerButton, ToolContext, ToolEffect, ToolEvent, ToolState } from "../../web/editor/tools/tool.ts";

type At = readonly [x: number, y: number];

const points = (...all: readonly At[]) => all.map((at) => imagePoint(...at));

/** The edited shape, and where to grab it. */
interface Sample {
  readonly shape: Shape;
  readonly point: At;
  readonly edge: At;
  readonly inside: At;
}

const samples: Readonly<Record<Geometry, Sample>> = {
  rectangle: {
    shape: { kind: "rectangle", bounds: [100, 100, 200, 200] },
    point: [100, 100],
    edge: [200, 150],
    inside: [150, 150],
  },
  polygon: {
    shape: { kind: "polygon", rings: [points([100, 100], [200, 100], [200, 200], [100, 200])], key: "" },
    point: [100, 100],
    edge: [200, 150],
    inside: [150, 150],
  },
  headTail: {
    shape: { kind: "polyline", points: points([100, 100], [200, 100]), key: "HeadTails" },
    point: [100, 100],
    edge: [150, 100],
    inside: [150, 100],
  },
  line: {
    shape: { kind: "polyline", points: points([100, 100], [200, 100], [200, 200]), key: "" },
    point: [100, 100],
    edge: [150, 100],
    inside: [175, 100],
  },
};

export const geometries = Object.keys(samples) as readonly Geometry[];

const free: At = [400, 300];
const further: readonly At[] = [
  [430, 300],
  [430, 330],
];

/** A gesture as events; `where` has the places of a sample. */
type Gesture = (where: Sample) => readonly ToolEvent[];

function pointer(type: "pointerDown" | "pointerMove" | "pointerUp", [x, y]: At, button: PointerButton): ToolEvent {
  return { type, screen: screenPoint(x, y), image: imagePoint(x, y), button, shift: false };
}

function click(at: At, button: PointerButton = "primary"): readonly ToolEvent[] {
  return [pointer("pointerDown", at, button), pointer("pointerUp", at, button)];
}

function drag([x, y]: At, button: PointerButton = "primary"): readonly ToolEvent[] {
  const to: At = [x + 30, y + 20];
  return [pointer("pointerDown", [x, y], button), pointer("pointerMove", to, button), pointer("pointerUp", to, button)];
}

const placed = [...click(free), ...further.flatMap((at) => click(at))];

export const drawingGestures: Readonly<Record<string, Gesture>> = {
  "a click": () => click(free),
  "a drag": () => drag(free),
  "three clicks": () => placed,
  "three clicks, and one on the first point": () => [...placed, ...click(free)],
  "three clicks, and Enter": () => [...placed, { type: "finish" }],
  "three clicks, and a right click": () => [...placed, ...click([500, 400], "secondary")],
  "three clicks, and the key that deletes a point": () => [...placed, { type: "deletePoint" }],
  "a drag with another button": () => drag(free, "middle"),
};

export const editingGestures: Readonly<Record<string, Gesture>> = {
  "a click on a point or corner": ({ point }) => click(point),
  "another click on it": ({ point }) => [...click(point), ...click(point)],
  "a click on it, and the key that deletes a point": ({ point }) => [...click(point), { type: "deletePoint" }],
  "a drag of a point or corner": ({ point }) => drag(point),
  "a click on the middle of an edge": ({ edge }) => click(edge),
  "a drag of the middle of an edge": ({ edge }) => drag(edge),
  "a click inside": ({ inside }) => click(inside),
  "a drag of the inside": ({ inside }) => drag(inside),
  "a click next to it": () => click(free),
  "a drag next to it": () => drag(free),
  "a right click next to it": () => click(free, "secondary"),
  "a drag with another button": ({ inside }) => drag(inside, "middle"),
};

/** The effect of each gesture with a tool, while it expects a shape or while shapes are being edited. */
export function describeGesture(geometry: Geometry, gesture: Gesture, isEditing: boolean): string {
  const sample = samples[geometry];
  const tool = tools[geometry];
  let state: ToolState = idle;
  const effects: ToolEffect[] = [];
  let editable: readonly Shape[] = isEditing ? [sample.shape] : [];
  for (const event of gesture(sample)) {
    const result = tool.reduce(state, event, contextOf(editable));
    state = result.state;
    effects.push(...result.effects);
    // A finished shape is stored, and has handles from then on.
    for (const each of result.effects) if (each.type === "finished") editable = [each.shape];
  }
  const said = [...new Set(effects.map((each) => describeEffect(each, isEditing ? sample.shape : undefined)))];
  const after = describeState(state);
  return [...said, ...(after === undefined ? [] : [after])].join("; ") || "nothing";
}

function contextOf(editable: readonly Shape[]): ToolContext {
  return {
    canDraw: editable.length === 0,
    editable,
    alongside: () => [],
    adds: undefined,
    headFirst: true,
    wire: { along: (from, to) => [from, to], toPointer: (from, to) => [from, to] },
    movable: undefined,
    pointer: undefined,
    pansAnywhere: false,
    scale: 1,
    reach: 1,
    isOverTrack: false,
  };
}

function describeState(state: ToolState): string | undefined {
  if (state.state === "placing")
    return state.points.length === 1 ? "1 point so far" : `${state.points.length} points so far`;
  if (state.state !== "idle") return state.state;
  const selected = selectedOf(state);
  if (selected === undefined) return undefined;
  return selected.point === undefined ? "selects the shape" : "the point is selected";
}

function describeEffect(effect: ToolEffect, before: Shape | undefined): string {
  switch (effect.type) {
    case "finished": {
      if (effect.moved !== undefined) return "moves the detection";
      if (before === undefined) return `a shape${countOf(effect.shape)}`;
      const more = pathsOf(effect.shape).flat().length - pathsOf(before).flat().length;
      if (more !== 0) return more > 0 ? "a point more" : "a point less";
      return "changes the shape";
    }
    case "ask":
      return "asks for a shape";
    case "wait":
      return "waits for what was asked for";
    case "accept":
      return "takes what was answered";
    case "refused":
      return `refused: ${effect.reason}`;
    case "editMovable":
      return "begins editing";
    case "clicked":
      return effect.button === "secondary" ? "edits what is under it, or stops" : "selects what is under it";
    case "panned":
      return "pans";
  }
}

function countOf(shape: Shape): string {
  const count = pathsOf(shape).flat().length;
  return count === 0 ? "" : ` of ${count} points`;
}

/** The whole table as Markdown. */
export function printToolTable(): string {
  const titles: Readonly<Record<Geometry, string>> = {
    rectangle: "rectangle",
    polygon: "polygon",
    headTail: "head and tail",
    line: "line",
  };
  const head = [
    `| gesture | ${geometries.map((geometry) => titles[geometry]).join(" | ")} |`,
    `|---|${geometries.map(() => "---|").join("")}`,
  ];
  const section = (gestures: Readonly<Record<string, Gesture>>, isEditing: boolean): readonly string[] =>
    Object.entries(gestures).map(([name, gesture]) => {
      const cells = geometries.map((geometry) => describeGesture(geometry, gesture, isEditing));
      return `| ${name} | ${cells.join(" | ")} |`;
    });
  return [
    "# Tools of the editor",
    "",
    "What each gesture does with each tool. Printed from the tools themselves (`npm run generate`); do not edit.",
    "",
    "A click is a press of which the pointer moves less than 5 px. Rectangles have no points: their corners and sides resize",
    "them. A box moved by its inside takes everything of the detection along.",
    "",
    "## While a shape is awaited",
    "",
    ...head,
    ...section(drawingGestures, false),
    "",
    "## While shapes are edited",
    "",
    ...head,
    ...section(editingGestures, true),
    "",
  ].join("\n");
}
