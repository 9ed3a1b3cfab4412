/** For each step the history names the shape that was drawn or changed, and how. */
import { expect, test } from "vitest";
import { nameOfAction } from "../../web/session/undo/edit-action.ts";
import { clicks, hole, square, type At } from "./clicks.ts";
import { TestEditor } from "./test-editor.ts";

const ends: readonly At[] = [
  [320, 310],
  [380, 320],
];

/** Title of the last step. */
const lastOf = ({ workspace }: TestEditor): string | undefined => {
  const last = workspace.steps.entries.peek().at(-1);
  return last && nameOfAction(last.action);
};

test("steps of a box are drawing, resizing, turning and moving it", async () => {
  const app = await TestEditor.create();
  app.drawTrack([100, 100, 200, 200]);
  expect(lastOf(app)).toBe("track.add");
  app.key("1").drag([200, 200], [220, 220]);
  expect(lastOf(app)).toBe("shape.box.resize");
  app.key("Ctrl+Shift+Right");
  expect(lastOf(app)).toBe("shape.box.resize");
  app.key("Alt+PageDown");
  expect(lastOf(app)).toBe("shape.box.rotate");
  app.key("Alt+Right");
  expect(lastOf(app)).toBe("shape.detection.move");
  app.seek(5).key("1").drag([300, 300], [350, 350]);
  expect(lastOf(app)).toBe("shape.box.draw");
});

test("steps of a polygon are those of its outline, its points and its holes", async () => {
  const app = await TestEditor.create();
  clicks(app.key("N").key("2"), square).key("Enter");
  expect(lastOf(app)).toBe("track.add");
  app.drag([400, 400], [420, 420]);
  expect(lastOf(app)).toBe("shape.point.move");
  app.drag([350, 300], [350, 280]);
  expect(lastOf(app)).toBe("shape.point.add");
  app.key("Shift+Delete");
  expect(lastOf(app)).toBe("shape.point.delete");
  app.drag([350, 380], [360, 380]);
  expect(lastOf(app)).toBe("shape.polygon.move");
  clicks(app.key("O"), hole).key("Enter");
  expect(lastOf(app)).toBe("shape.hole.draw");
  app.click(330, 330).key("Ctrl+Delete");
  expect(lastOf(app)).toBe("shape.hole.delete");
  clicks(app.key("Shift+N"), [
    [100, 100],
    [150, 100],
    [150, 150],
  ]).key("Enter");
  expect(lastOf(app)).toBe("shape.polygon.draw");
  app.click(140, 110).key("Ctrl+Delete");
  expect(lastOf(app)).toBe("shape.polygon.delete");
});

test.each(["3", "4"])(
  "steps of the line of key %s are drawing it, moving it and its points, and deleting it",
  async (key) => {
    const app = await TestEditor.create();
    app.drawTrack([300, 300, 400, 400]);
    clicks(app.key(key), ends).key("Enter");
    expect(lastOf(app)).toBe("shape.line.draw");
    app.drag([380, 320], [380, 340]);
    expect(lastOf(app)).toBe("shape.point.move");
    app.key("Ctrl+Delete");
    expect(lastOf(app)).toBe("shape.line.delete");
  },
);
