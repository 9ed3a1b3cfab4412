/**
 * Polygons, lines, heads and tails, rotated boxes: drawn with clicks, changed with their handles, and the resulting
 * box.
 */
import { describe, expect, test } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { selectTracks } from "../../web/session/display/selection.ts";
import { drawTrack } from "../support/test-workspace.ts";
import { clicks, hole, square, type At } from "./clicks.ts";
import { TestEditor } from "./test-editor.ts";

const triangle: readonly At[] = [
  [100, 100],
  [200, 100],
  [200, 180],
];

const frame = (value: number): FrameNumber => value as FrameNumber;

function shapesOf(app: TestEditor, frame: number = app.editor.frame) {
  return app.workspace.core.shapes(app.editor.selected!, frame as FrameNumber);
}

/** The rings of the polygons, without the closing point, in order. */
function ringsOf(app: TestEditor, frame?: number): unknown {
  return shapesOf(app, frame)
    .filter(({ kind }) => kind === "Polygon")
    .map(({ paths }) => paths.map((path) => path.slice(0, -1)));
}

/** N, 2, a click per point, Enter. */
async function withPolygon(points: readonly At[] = triangle): Promise<TestEditor> {
  const app = await TestEditor.create();
  return clicks(app.key("N").key("2"), points).key("Enter");
}

describe("drawing with clicks", () => {
  test("a polygon is closed on its first point, becomes a track, and its box is around it", async () => {
    const app = await TestEditor.create();
    app.key("2").expectToBeIn("creating.idle");
    clicks(app, triangle).expectToBeIn("creating.placing");
    expect(app.workspace.core.trackCount, "nothing is stored before it is closed").toBe(0);
    app.pointerMove(104, 103);
    expect(app.editor.pointer.overlay.peek()?.handles?.[0]).toMatchObject({ kind: "vertex", isActive: true });
    app.click(104, 103).expectToBeIn("editing.idle");
    expect(ringsOf(app)).toEqual([[triangle]]);
    expect(app.boundsOf(app.editor.selected!)).toEqual([100, 100, 200, 180]);
    app.key("Ctrl+Z");
    expect(app.workspace.core.trackCount).toBe(0);
    app.key("Ctrl+Y");
    expect(app.workspace.core.trackCount).toBe(1);
  });

  test.each(["Enter", "right click", "double click"])("%s closes it too", async (way) => {
    const app = await TestEditor.create();
    clicks(app.key("N").key("2"), triangle);
    if (way === "Enter") app.key("Enter");
    else if (way === "right click") app.click(300, 300, "secondary");
    else app.doubleClick(200, 180);
    app.expectToBeIn("editing.idle");
    expect(ringsOf(app)).toEqual([[triangle]]);
  });

  test("too few points are refused, Escape forgets them, Ctrl+Z takes the last one back", async () => {
    const app = await TestEditor.create();
    clicks(app.key("N").key("2"), [...triangle.slice(0, 2), [300, 300]])
      .key("Ctrl+Z")
      .key("Enter");
    expect(app.refusals).toEqual(["tooFewPoints"]);
    clicks(app, [[200, 180]]).key("Enter");
    expect(ringsOf(app)).toEqual([[triangle]]);
    clicks(app.key("Escape").key("Escape").key("N"), triangle).key("Escape").expectToBeIn("notEditing.idle");
    expect(app.workspace.core.trackCount).toBe(1);
  });

  test("a pressed pointer traces the outline, and a pan in between loses nothing", async () => {
    const app = await TestEditor.create();
    app.key("N").key("2").pointerDown(100, 100).pointerMove(120, 100).expectToBeIn("creating.tracing");
    app.pointerMove(140, 100).pointerMove(142, 100).pointerMove(140, 140).pointerUp(140, 140);
    app.expectToBeIn("creating.placing").drag([300, 300], [310, 310], "middle").expectToBeIn("creating.placing");
    app.editor.pointer.cancel();
    app.key("Enter");
    expect(ringsOf(app)).toEqual([
      [
        [
          [100, 100],
          [120, 100],
          [140, 100],
          [140, 140],
        ],
      ],
    ]);
  });

  test("with Advance frame each polygon is the next frame of the track", async () => {
    const app = await TestEditor.create();
    const track = { newTrackSettings: { modeSettings: { Track: { autoAdvanceFrame: true } } } };
    app.settings.change({ trackSettings: track });
    clicks(app.key("N").key("2"), triangle).key("Enter").expectToBeIn("creating.idle");
    clicks(app, triangle).key("Enter");
    expect(app.editor.frame).toBe(2);
    expect(app.workspace.core.trackCount).toBe(1);
    expect(ringsOf(app, 1)).toEqual([[triangle]]);
  });
});

describe("handles", () => {
  test("points are dragged, added on edges, and deleted down to three", async () => {
    const app = await withPolygon();
    app.drag([200, 180], [220, 200]);
    expect(ringsOf(app)).toEqual([[[...triangle.slice(0, 2), [220, 200]]]]);
    expect(app.boundsOf(app.editor.selected!), "the box follows").toEqual([100, 100, 220, 200]);
    app.pointerMove(150, 100);
    expect(app.editor.pointer.cursor.peek()).toBe("copy");
    app.drag([150, 100], [150, 60]);
    expect(ringsOf(app)).toEqual([
      [
        [
          [100, 100],
          [150, 60],
          [200, 100],
          [220, 200],
        ],
      ],
    ]);
    expect(app.editor.pointer.part.peek()?.point, "the new point is selected").toBe(1);
    app.key("Shift+Delete");
    expect(ringsOf(app)).toEqual([[[...triangle.slice(0, 2), [220, 200]]]]);
    app.click(100, 100).key("Shift+Delete");
    expect(app.refusals).toEqual(["fewestPoints"]);
    expect(ringsOf(app)).toEqual([[[...triangle.slice(0, 2), [220, 200]]]]);
  });

  test("[V-DRAW-06] a selected edit handle toggles on click", async () => {
    const app = await withPolygon();
    const active = () => app.editor.pointer.overlay.peek()?.handles?.filter(({ isActive }) => isActive).length;
    app.click(100, 100);
    expect(active()).toBe(1);
    expect(app.editor.pointer.part.peek()?.point).toBe(0);
    app.click(100, 100);
    expect(active()).toBe(0);
    expect(app.editor.pointer.part.peek()).toBeUndefined();
    app.click(100, 100).click(200, 100);
    expect(active()).toBe(1);
    expect(app.editor.pointer.part.peek()?.point).toBe(1);
  });

  test("[V-DRAW-05] edit handles give grab, copy, move and resize cursors", async () => {
    const app = await withPolygon();
    const cursorAt = (x: number, y: number) => app.pointerMove(x, y).editor.pointer.cursor.peek();
    expect(cursorAt(100, 100), "a point").toBe("grab");
    expect(cursorAt(150, 100), "the place for a new one").toBe("copy");
    expect(cursorAt(180, 120), "the inside").toBe("move");
    app.key("1");
    expect(cursorAt(100, 100)).toBe("nwse-resize");
    expect(cursorAt(200, 140)).toBe("ew-resize");
    expect(cursorAt(150, 140)).toBe("move");
    expect(cursorAt(150, 76), "the handle that turns").toBe("grab");
  });

  test("a polygon is moved by its inside, the whole detection by its box", async () => {
    const app = await withPolygon();
    app.drag([180, 120], [190, 130]);
    expect(ringsOf(app)).toEqual([[triangle.map(([x, y]) => [x + 10, y + 10])]]);
    app.key("1").drag([150, 150], [160, 150]);
    expect(ringsOf(app)).toEqual([[triangle.map(([x, y]) => [x + 20, y + 10])]]);
    expect(app.boundsOf(app.editor.selected!)).toEqual([120, 110, 220, 190]);
    app.key("Alt+Up");
    expect(ringsOf(app)).toEqual([[triangle.map(([x, y]) => [x + 20, y + 9])]]);
    app.key("Ctrl+Z").key("Ctrl+Z");
    expect(ringsOf(app), "one step each").toEqual([[triangle.map(([x, y]) => [x + 10, y + 10])]]);
  });
});

describe("several polygons, and holes", () => {
  test("a further polygon gets a key of its own; one is deleted, and the box is around the rest", async () => {
    const app = await withPolygon();
    clicks(app.key("Shift+N"), square).key("Enter").expectToBeIn("editing.idle");
    expect(shapesOf(app).map(({ key }) => key)).toEqual(["", "1"]);
    expect(app.boundsOf(app.editor.selected!)).toEqual([100, 100, 400, 400]);
    app.key("Ctrl+Delete");
    expect(app.refusals, "which one is not clear").toEqual(["noPart"]);
    app.click(180, 120).key("Ctrl+Delete");
    expect(ringsOf(app)).toEqual([[square]]);
    expect(app.boundsOf(app.editor.selected!)).toEqual([300, 300, 400, 400]);
    app.key("Ctrl+Delete");
    expect(shapesOf(app)).toEqual([]);
    expect(app.boundsOf(app.editor.selected!), "the box stays").toEqual([300, 300, 400, 400]);
    expect(app.editor.drawing.peek()).toBe("creation");
  });

  test("a hole is inside a polygon, is edited like an outline, and deleted alone", async () => {
    const app = await withPolygon(square);
    clicks(app.key("O"), triangle).key("Enter");
    expect(app.refusals).toEqual(["holeOutside"]);
    app.key("Escape").expectToBeIn("editing.idle");
    clicks(app.key("O"), hole).key("Enter");
    expect(ringsOf(app)).toEqual([[square, hole]]);
    app.drag([370, 370], [360, 380]);
    expect(ringsOf(app)).toEqual([[square, [...hole.slice(0, 2), [360, 380]]]]);
    expect(app.editor.pointer.part.peek()).toMatchObject({ ring: 1, point: 2 });
    app.key("Ctrl+Delete");
    expect(ringsOf(app)).toEqual([[square]]);
  });
});

describe("lines, heads and tails", () => {
  test("[V-DRAW-10] the line between head and tail is complete with two points", async () => {
    const app = await TestEditor.create();
    clicks(app.key("N").key("3"), [
      [100, 100],
      [200, 150],
    ]).expectToBeIn("editing.idle");
    expect(shapesOf(app).map(({ kind, key, paths }) => [kind, key, paths])).toEqual([
      [
        "LineString",
        "HeadTails",
        [
          [
            [100, 100],
            [200, 150],
          ],
        ],
      ],
      ["Point", "head", [[[100, 100]]]],
      ["Point", "tail", [[[200, 150]]]],
    ]);
    const [x1, y1, x2, y2] = app.boundsOf(app.editor.selected!)!;
    expect([x1 < 100, y1 < 100, x2 > 200, y2 > 150], "what it stands for has a width").toEqual([
      true,
      true,
      true,
      true,
    ]);
    app.drag([200, 150], [260, 190]);
    expect(shapesOf(app)[2]?.paths).toEqual([[[260, 190]]]);
  });

  test("[V-KEYS-21] [V-KEYS-22] H sets the head first, T the tail", async () => {
    const app = await TestEditor.create();
    const draw = (key: string) => {
      clicks(app.key("N").key(key), [
        [100, 100],
        [200, 150],
      ]);
      return shapesOf(app).find((shape) => shape.key === "head")?.paths[0];
    };
    expect(draw("T")).toEqual([[200, 150]]);
    app.key("Escape").key("Escape");
    expect(draw("H")).toEqual([[100, 100]]);
  });

  test("a line has any number of points from two on, and stretches the box where it leaves it", async () => {
    const app = await TestEditor.create();
    const id = app.drawTrack([100, 100, 200, 200]);
    clicks(app.key("4"), [[150, 150]]).key("Enter");
    expect(app.refusals).toEqual(["tooFewPoints"]);
    clicks(app, [
      [180, 160],
      [230, 150],
    ]).key("Enter");
    expect(shapesOf(app)[0]).toMatchObject({ kind: "LineString", key: "" });
    expect(app.boundsOf(id)).toEqual([100, 100, 230, 200]);
    app.click(150, 150).key("Shift+Delete").click(180, 160).key("Shift+Delete");
    expect(shapesOf(app)[0]?.paths[0]).toHaveLength(2);
    expect(app.refusals.at(-1)).toBe("fewestPoints");
  });
});

describe("rotated boxes", () => {
  test("the handle above a box turns it; it is kept as a polygon of four points with its rotation", async () => {
    const app = await TestEditor.create();
    const id = app.drawTrack([100, 100, 200, 200]);
    app.pointerDown(150, 76).pointerMove(160, 76).expectToBeIn("editing.turning").pointerMove(274, 150);
    app.pointerUp(274, 150).expectToBeIn("editing.idle");
    const [box] = shapesOf(app);
    expect(box).toMatchObject({ kind: "Polygon", key: "" });
    expect(box?.rotation).toBeCloseTo(Math.PI / 2, 6);
    app.drag([150 + 74, 150], [150 + 74 * Math.SQRT1_2, 150 - 74 * Math.SQRT1_2]);
    expect(shapesOf(app)[0]?.rotation).toBeCloseTo(Math.PI / 4, 6);
    expect(app.pointerMove(150, 80).editor.pointer.cursor.peek(), "its corner is above now").toBe("ns-resize");
    // A square of 100 on its corner is 141 wide.
    expect(app.boundsOf(id)).toEqual([79, 79, 221, 221]);
  });

  test("its sides are dragged in its own frame, what is opposite stays; it moves whole; upright it is a box again", async () => {
    const app = await TestEditor.create();
    const id = app.drawTrack([100, 100, 200, 200]);
    app.drag([150, 76], [150 + 74 * Math.SQRT1_2, 150 - 74 * Math.SQRT1_2]);
    const before = shapesOf(app)[0]?.paths[0] ?? [];
    // The center of the right side faces the lower right.
    const side: At = [150 + 50 * Math.SQRT1_2, 150 + 50 * Math.SQRT1_2];
    app.drag(side, [side[0] + 20, side[1] + 20]);
    const after = shapesOf(app)[0]?.paths[0] ?? [];
    const far = ([ax, ay]: readonly number[], [bx, by]: readonly number[]) => Math.hypot(ax! - bx!, ay! - by!);
    expect(far(after[0]!, before[0]!), "the left side").toBeLessThan(0.05);
    expect(far(after[3]!, before[3]!)).toBeLessThan(0.05);
    expect(far(after[1]!, after[0]!)).toBeCloseTo(100 + 20 * Math.SQRT2, 1);
    expect(shapesOf(app)[0]?.rotation).toBeCloseTo(Math.PI / 4, 6);

    const middle: At = [(after[0]![0] + after[2]![0]) / 2, (after[0]![1] + after[2]![1]) / 2];
    app.drag(middle, [middle[0] + 30, middle[1]]);
    expect(far(shapesOf(app)[0]!.paths[0]![0]!, [after[0]![0] + 30, after[0]![1]])).toBeLessThan(0.05);
    const [x1, , x2] = app.boundsOf(id)!;
    const reach = (74 * Math.SQRT1_2 + 50 * (Math.SQRT2 - Math.SQRT2)) | 0;
    const handle: At = [(x1 + x2) / 2 + reach, middle[1] - reach];
    app.pointerMove(...handle);
    expect(app.editor.pointer.cursor.peek()).toBe("grab");
    app.drag(handle, [middle[0] + 30, middle[1] - 100]);
    expect(shapesOf(app)).toEqual([]);
  });
});

describe("copies", () => {
  test("a detection is pasted on other frames with its shapes, as one step", async () => {
    const app = await withPolygon();
    const id = app.editor.selected!;
    app.key("Ctrl+C").seek(10).key("Ctrl+V");
    expect(ringsOf(app, 10)).toEqual([[triangle]]);
    expect(app.boundsOf(id, 10)).toEqual([100, 100, 200, 180]);
    app.key("Ctrl+Z");
    expect(app.boundsOf(id, 10)).toBeUndefined();
    app.key("Escape").key("Escape").key("Ctrl+V");
    expect(app.workspace.core.trackCount, "with nothing selected it is a new track").toBe(2);
    expect(app.boundsOf(app.editor.selected!, 10), "which is selected").toEqual([100, 100, 200, 180]);
    expect(app.editor.selected).not.toBe(id);
  });

  test("several are pasted as one step, each into its own track; of one that is gone a new track comes", async () => {
    const app = await withPolygon();
    const first = app.editor.selected!;
    app.key("Escape").key("Escape");
    const second = drawTrack(app.workspace, "crab", 0, [300, 20, 360, 80]);
    const elsewhere = drawTrack(app.workspace, "crab", 5, [10, 300, 60, 360]);
    app.workspace.setSelection(selectTracks([first, second, elsewhere]));
    app.key("Ctrl+C").seek(10);
    app.workspace.select(undefined);
    app.key("Ctrl+V");
    expect([app.boundsOf(first, 10), app.boundsOf(second, 10)]).toEqual([
      [100, 100, 200, 180],
      [300, 20, 360, 80],
    ]);
    expect([app.boundsOf(elsewhere, 10), app.workspace.core.trackCount]).toEqual([undefined, 3]);
    app.key("Ctrl+Z");
    expect([app.boundsOf(first, 10), app.boundsOf(second, 10)]).toEqual([undefined, undefined]);

    app.workspace.transact({ kind: "track", change: "delete" }, 0 as FrameNumber, (tx) => tx.tracks.delete(second));
    app.key("Ctrl+V");
    expect([app.boundsOf(first, 10), app.workspace.core.trackCount]).toEqual([[100, 100, 200, 180], 3]);
    const added = [...app.workspace.display.visibleTrackIds.value].at(-1) as TrackId;
    expect([app.boundsOf(added, 10), app.typeOf(added)]).toEqual([[300, 20, 360, 80], "crab"]);
    expect(app.workspace.selection.peek().tracks).toEqual(new Set([first, added]));
  });
});

test("between keyframes shapes are shown, and kept as they are seen when the frame is edited or becomes a keyframe", async () => {
  const t = await TestEditor.create({ frameCount: 30 });
  const id = t.drawTrack([100, 100, 200, 200]);
  const ring = (x: number): readonly (readonly [number, number])[] => [
    [x, 100],
    [x + 100, 100],
    [x + 50, 200],
  ];
  t.workspace.transact({ kind: "shape", shape: "polygon", change: "draw" }, frame(0), (tx) => {
    tx.detections.setPolygon(id, frame(0), [ring(100)]);
    tx.detections.setBounds(id, frame(10), [200, 100, 300, 200]);
    tx.detections.setPolygon(id, frame(10), [ring(200)]);
    tx.detections.setInterpolateAll(id, true);
  });
  const pointsAt = (at: number) => t.workspace.core.shapes(id, frame(at)).map(({ paths }) => paths[0]?.slice(0, 3));
  t.key("Escape").seek(5).key("K");
  expect(pointsAt(5)).toEqual([ring(150)]);
  expect([...t.workspace.core.keyframes(id)]).toEqual([0, 5, 10]);
  t.key("Ctrl+Z");
  expect(pointsAt(5)).toEqual([]);

  // The polygon tool grabs the visible shape.
  t.editor.dispatch({ type: "select", trackId: id });
  t.key("2").expectToBeIn("editing");
  expect(t.editor.drawing.peek()).toBe("editing");
  t.drag([150, 100], [140, 90]);
  expect(pointsAt(5)).toEqual([[[140, 90], ...ring(150).slice(1)]]);
  t.key("Ctrl+Z");
  expect(pointsAt(5)).toEqual([]);
});
