/** For each step the history names the shape that was drawn or changed, and how. */
import { expect, test } from "vitest";
import { clicks, hole, square, type At } from "./clicks.ts";
import { TestEditor } from "./test-editor.ts";

const ends: readonly At[] = [
  [320, 310],
  [380, 320],
];

/** Title of the last step. */
const lastOf = ({ workspace }: TestEditor): string | undefined => workspace.steps.entries.peek().at(-1)?.label;

test("steps of a box are drawing, resizing, turning and moving it", async () => {
  const app = await TestEditor.create();
  app.drawTrack([100, 100, 200, 200]);
  expect(lastOf(app)).toBe("addTrack");
  app.key("1").drag([200, 200], [220, 220]);
  expect(lastOf(app)).toBe("resizeBox");
  app.key("Ctrl+Shift+Right");
  expect(lastOf(app)).toBe("resizeBox");
  app.key("Alt+PageDown");
  expect(lastOf(app)).toBe("turnBox");
  app.key("Alt+Right");
  expect(lastOf(app)).toBe("moveDetection");
  app.seek(5).key("1").drag([300, 300], [350, 350]);
  expect(lastOf(app)).toBe("drawBox");
});

test("steps of a polygon are those of its outline, its points and its holes", async () => {
  const app = await TestEditor.create();
  clicks(app.key("N").key("2"), square).key("Enter");
  expect(lastOf(app)).toBe("addTrack");
  app.drag([400, 400], [420, 420]);
  expect(lastOf(app)).toBe("movePoint");
  app.drag([350, 300], [350, 280]);
  expect(lastOf(app)).toBe("addPoint");
  app.key("Shift+Delete");
  expect(lastOf(app)).toBe("deletePoint");
  app.drag([350, 380], [360, 380]);
  expect(lastOf(app)).toBe("movePolygon");
  clicks(app.key("O"), hole).key("Enter");
  expect(lastOf(app)).toBe("drawHole");
  app.click(330, 330).key("Ctrl+Delete");
  expect(lastOf(app)).toBe("deleteHole");
  clicks(app.key("Shift+N"), [
    [100, 100],
    [150, 100],
    [150, 150],
  ]).key("Enter");
  expect(lastOf(app)).toBe("drawPolygon");
  app.click(140, 110).key("Ctrl+Delete");
  expect(lastOf(app)).toBe("deletePolygon");
});

test.each(["3", "4"])(
  "steps of the line of key %s are drawing it, moving it and its points, and deleting it",
  async (key) => {
    const app = await TestEditor.create();
    app.drawTrack([300, 300, 400, 400]);
    clicks(app.key(key), ends).key("Enter");
    expect(lastOf(app)).toBe("drawLine");
    app.drag([380, 320], [380, 340]);
    expect(lastOf(app)).toBe("movePoint");
    app.key("Ctrl+Delete");
    expect(lastOf(app)).toBe("deleteLine");
  },
);
