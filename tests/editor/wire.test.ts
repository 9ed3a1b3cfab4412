/**
 * The wire tool: clicks, the path between them, removing segments, closing; on a real editor and on painted pictures.
 */
import { expect, test, vi } from "vitest";
import type { FrameNumber } from "#core/types";
import { imagePoint, type ImagePoint } from "../../web/base/brand.ts";
import { outlined } from "../pipelines/wire-accuracy.ts";
import { noModels } from "./no-models.ts";
import { TestEditor } from "./test-editor.ts";

/** Paths that bulge to the right by ten pixels in the middle, as soon as they are released. */
async function open({ isHeld = false } = {}) {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  let failure: Error | undefined;
  const app = await TestEditor.create({
    assistants: {
      async *follow() {},
      async *followGuided() {},
      segment: async () => [],
      learn: async () => undefined,
      ...noModels,
      find: async () => [],
      async wire({ from, to, frame }, signal) {
        asked.push(`${frame}: ${from.x},${from.y} ${to.x},${to.y}`);
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        signal.throwIfAborted();
        if (failure !== undefined) throw failure;
        return [from, imagePoint((from.x + to.x) / 2 + 10, (from.y + to.y) / 2), to];
      },
    },
  });
  const ring = (): readonly (readonly number[])[] => {
    const id = app.editor.selected;
    const shapes = id === undefined ? [] : app.workspace.core.shapes(id, app.editor.frame);
    return (shapes[0]?.paths[0] ?? []).map(([x, y]) => [x, y]);
  };
  const drawn = (): readonly ImagePoint[] => {
    const [line] = app.editor.pointer.overlay.peek()?.shapes ?? [];
    return line?.kind === "polyline" ? line.points : [];
  };
  return { app, held, asked, ring, drawn, fail: (error: Error) => void (failure = error) };
}

test("5: clicks are joined by what is found between them; Backspace takes the last piece back, Enter closes", async () => {
  const { app, asked, ring, drawn } = await open();
  app.key("5").click(100, 100).click(200, 100).click(200, 200);
  await vi.waitFor(() => expect(drawn()).toContainEqual({ x: 210, y: 150 }));
  // The path to the pointer is previewed before the click.
  app.pointerMove(150, 180);
  await vi.waitFor(() => expect(drawn()).toContainEqual({ x: 185, y: 190 }));
  app.click(300, 300);
  expect(app.editor.pointer.tool.peek()).toMatchObject({ state: "placing", points: { length: 4 } });
  app.key("Backspace").key("Enter");
  await vi.waitFor(() => expect(app.workspace.steps.entries.peek()).toHaveLength(1));
  expect(ring()).toEqual([
    ...[
      [100, 100],
      [160, 100],
      [200, 100],
      [210, 150],
      [200, 200],
      [160, 150],
      [100, 100],
    ],
  ]);
  // No request is repeated.
  expect(asked.filter((each) => each === "0: 100,100 200,100")).toHaveLength(1);
  app.key("Ctrl+Z");
  expect(app.workspace.core.trackCount).toBe(0);
});

test("Enter before the ways are there waits for them; Escape stops at once, and what comes late is dropped", async () => {
  const { app, held, ring } = await open({ isHeld: true });
  const letGo = async (): Promise<void> => {
    for (let round = 0; round < 10; round++) {
      for (const each of held.splice(0)) each();
      await Promise.resolve();
    }
  };
  app.key("5").click(100, 100).click(200, 100).click(200, 200).key("Enter");
  expect(app.workspace.steps.entries.peek()).toHaveLength(0);
  await vi.waitFor(async () => {
    await letGo();
    expect(ring()).toHaveLength(7);
  });
  // Again on the same track: it replaces the polygon.
  app.click(300, 100).click(400, 100).click(400, 200).key("Enter");
  app.key("Escape");
  expect(app.editor.pointer.tool.peek().state).toBe("idle");
  await letGo();
  await vi.waitFor(() => expect(held).toHaveLength(0));
  expect(app.workspace.steps.entries.peek()).toHaveLength(1);
  app.key("5").click(300, 100).click(400, 100).click(400, 200).click(300, 100);
  await vi.waitFor(async () => {
    await letGo();
    expect(ring()[0]).toEqual([300, 100]);
  });
  expect(app.workspace.core.shapes(app.editor.selected!, 0 as FrameNumber)).toHaveLength(1);
});

test("too few clicks are said; where ways cannot be found, the person hears of it and the lines are straight", async () => {
  const { app, fail, ring } = await open();
  const failures: unknown[] = [];
  app.editor.ui.reportFailure = (error) => void failures.push(error);
  app.key("5").click(100, 100).click(200, 100).key("Enter");
  expect(app.refusals).toEqual(["tooFewPoints"]);
  app.key("Escape");
  fail(new Error("The picture cannot be read."));
  app.key("5").click(100, 100).click(200, 100).click(200, 200).key("Enter");
  await vi.waitFor(() =>
    expect(ring()).toEqual([
      [100, 100],
      [200, 100],
      [200, 200],
      [100, 100],
    ]),
  );
  expect(failures[0]).toEqual(new Error("The picture cannot be read."));
});

test("another picture drops what is half drawn", async () => {
  const { app } = await open();
  app.key("5").click(100, 100).click(200, 100).seek(3);
  expect(app.editor.pointer.tool.peek().state).toBe("idle");
});

test("six clicks along edges come nearer to the true outline than straight lines through them", () => {
  for (const seed of [1, 2]) {
    const { wire, straight, points } = outlined(seed, 6);
    expect(wire).toBeGreaterThan(0.97);
    expect(straight).toBeLessThan(0.9);
    expect(points).toBeLessThan(150);
  }
});
