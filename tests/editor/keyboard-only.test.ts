/** Everything drawn with a mouse can be drawn with the keyboard alone, and gives the same file. */
import { expect, test } from "vitest";
import { TestEditor } from "./test-editor.ts";

const times = (count: number, key: string): readonly string[] => Array.from({ length: count }, () => key);

function press(app: TestEditor, ...keys: readonly string[]): TestEditor {
  for (const key of keys) app.key(key);
  return app;
}

function fileOf(app: TestEditor): string {
  const { core } = app.workspace;
  return new TextDecoder().decode(core.writer.writeTrackList([...core.shown.trackIds()].map((id) => id as never)));
}

/** The crosshair starts in the middle of the picture, at 320, 240. */
const goTo = (x: number, y: number, from: readonly [number, number] = [320, 240]): readonly string[] => [
  ...times(Math.abs(x - from[0]) / 10, x < from[0] ? "Alt+Shift+Left" : "Alt+Shift+Right"),
  ...times(Math.abs(y - from[1]) / 10, y < from[1] ? "Alt+Shift+Up" : "Alt+Shift+Down"),
];

test("a box is drawn, moved and stretched by keys, as by the mouse", async () => {
  const keys = await TestEditor.create();
  press(keys, "N", ...goTo(300, 200));
  expect(keys.editor.pointer.overlay.peek()?.crosshair).toEqual({ x: 300, y: 200 });
  press(keys, "Enter", ...goTo(400, 260, [300, 200]), "Enter").expectToBeIn("editing.idle");
  press(keys, ...times(3, "Alt+Right"), "Alt+Shift+Down");
  press(keys, "Ctrl+Shift+Right", ...times(2, "Ctrl+Up"));

  const mouse = await TestEditor.create();
  mouse.drawTrack([300, 200, 400, 260]);
  mouse.drag([350, 230], [353, 240]).drag([403, 270], [413, 268]);
  expect(fileOf(keys)).toBe(fileOf(mouse));
  expect(keys.boundsOf(keys.editor.selected!)).toEqual([303, 210, 413, 268]);
});

test("the first corner is set before the crosshair has moved, in the middle of what is seen", async () => {
  const keys = await TestEditor.create();
  press(keys, "N", "Enter", ...goTo(400, 300), "Enter").expectToBeIn("editing.idle");
  expect(keys.boundsOf(keys.editor.selected!)).toEqual([320, 240, 400, 300]);
});

test("a polygon is drawn and its points are moved by keys, as by the mouse", async () => {
  const keys = await TestEditor.create();
  press(keys, "2", ...goTo(300, 200), "Enter", ...goTo(400, 200, [300, 200]), "Enter");
  press(keys, ...goTo(400, 280, [400, 200]), "Enter").expectToBeIn("creating.placing");
  // Enter on the last point finishes it.
  press(keys, "Enter").expectToBeIn("editing.idle");
  press(keys, ".", ".", "Alt+Shift+Right", "Alt+Up");
  press(keys, ",", ...times(8, "Alt+Left"));

  const mouse = await TestEditor.create();
  mouse.key("2").click(300, 200).click(400, 200).click(400, 280).key("Enter");
  mouse.drag([400, 200], [410, 199]).drag([300, 200], [292, 200]);
  expect(fileOf(keys)).toBe(fileOf(mouse));
  const before = fileOf(mouse);
  press(keys, "Shift+Delete");
  expect(keys.refusals).toEqual(["fewestPoints"]);
  press(keys, ...times(8, "Ctrl+Z"));
  press(mouse, "Ctrl+Z");
  expect(fileOf(keys)).toBe(fileOf(mouse));
  expect(fileOf(keys)).not.toBe(before);
});

test("a box is turned by keys, as by its handle; all the way round it is upright again", async () => {
  const keys = await TestEditor.create();
  const id = keys.drawTrack([300, 200, 400, 240]);
  press(keys, ...times(2, "Alt+Shift+PageDown"));
  const mouse = await TestEditor.create();
  mouse.drawTrack([300, 200, 400, 240]);
  // The handle is 24 pixels above the upper side.
  const reach = 44;
  mouse.drag([350, 176], [350 + reach * Math.sin(Math.PI / 6), 220 - reach * Math.cos(Math.PI / 6)]);
  const inSteps = (app: TestEditor) =>
    fileOf(app).replace(/(?<="rotation":)[\d.]+/, (angle) => Number(angle).toFixed(9));
  expect(inSteps(keys)).toContain(`"rotation":${(Math.PI / 6).toFixed(9)}`);
  expect(inSteps(keys)).toBe(inSteps(mouse));

  press(keys, ...times(7, "Alt+PageUp"), ...times(7, "Alt+PageDown"));
  expect(inSteps(keys)).toBe(inSteps(mouse));
  press(keys, ...times(22, "Alt+Shift+PageDown"));
  expect(keys.workspace.core.shapes(id, 0 as never)).toEqual([]);
  expect(keys.boundsOf(id)).toEqual([300, 200, 400, 240]);
});

test("a polygon with a hole and a line are drawn by keys, as by the mouse", async () => {
  const outline = [
    [100, 100],
    [300, 100],
    [300, 300],
  ] as const;
  const hole = [
    [240, 120],
    [280, 120],
    [280, 160],
  ] as const;
  const line = [
    [400, 200],
    [500, 260],
  ] as const;
  const keys = await TestEditor.create();
  const mouse = await TestEditor.create();
  // The crosshair starts where the previous shape ended.
  let at: readonly [number, number] = [320, 240];
  for (const [key, points] of [
    ["2", outline],
    ["O", hole],
    ["4", line],
  ] as const) {
    press(keys, key);
    mouse.key(key);
    for (const [x, y] of points) {
      press(keys, ...goTo(x, y, at), "Enter");
      mouse.click(x, y);
      at = [x, y];
    }
    press(keys, "Enter").expectToBeIn("editing.idle");
    mouse.key("Enter").expectToBeIn("editing.idle");
  }
  const file = fileOf(keys);
  expect(file).toBe(fileOf(mouse));
  expect(JSON.parse(file)).toMatchObject([
    {
      features: [{ geometry: { features: [{ geometry: { type: "Polygon" } }, { geometry: { type: "LineString" } }] } }],
    },
  ]);
});

test("a box is never stretched to nothing", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([300, 200, 400, 204]);
  press(app, ...times(9, "Ctrl+Up"));
  expect(app.boundsOf(id)).toEqual([300, 200, 400, 201]);
  press(app, "Ctrl+Z", "Ctrl+Z", "Ctrl+Z");
  expect(app.boundsOf(id)).toEqual([300, 200, 400, 204]);
});

test("the crosshair stays on the picture, however far the keys are held", async () => {
  const keys = await TestEditor.create();
  press(keys, "N", ...times(40, "Alt+Shift+Left"), ...times(40, "Alt+Shift+Up"));
  expect(keys.editor.pointer.overlay.peek()?.crosshair).toEqual({ x: 0, y: 0 });
  press(keys, "Enter", ...times(80, "Alt+Shift+Right"), ...times(80, "Alt+Shift+Down"), "Alt+Left", "Enter");
  expect(keys.boundsOf(keys.editor.selected!)).toEqual([0, 0, 639, 480]);
});
