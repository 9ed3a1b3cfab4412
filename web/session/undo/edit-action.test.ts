import { expect, test } from "vitest";
import { drawsShape, isAboutTracks, nameOfAction, type EditAction } from "./edit-action.ts";

const actions: readonly (readonly [EditAction, string, draws: boolean, ofTracks: boolean])[] = [
  [{ kind: "shape", shape: "box", change: "draw" }, "shape.box.draw", true, true],
  [{ kind: "shape", shape: "detection", change: "move" }, "shape.detection.move", true, true],
  [{ kind: "shape", shape: "hole", change: "delete" }, "shape.hole.delete", true, true],
  [{ kind: "shape", shape: "point", change: "delete" }, "shape.point.delete", true, true],
  [{ kind: "shape", shape: "polygon", change: "delete" }, "shape.polygon.delete", false, true],
  [{ kind: "shape", shape: "line", change: "delete" }, "shape.line.delete", false, true],
  [{ kind: "detection", change: "paste" }, "detection.paste", false, true],
  [{ kind: "track", change: "add" }, "track.add", false, true],
  [{ kind: "group", change: "create" }, "group.create", false, true],
  [{ kind: "group", change: "delete" }, "group.delete", false, false],
  [{ kind: "type", change: "rename" }, "type.rename", false, false],
  [{ kind: "configuration", change: "change" }, "configuration.change", false, false],
];

test.each(actions)("%o is named %s", (action, name, draws, ofTracks) => {
  expect(nameOfAction(action)).toBe(name);
  expect({ draws: drawsShape(action), ofTracks: isAboutTracks(action) }).toEqual({ draws, ofTracks });
});
