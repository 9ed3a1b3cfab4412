/** The segment tool: its requests, and what happens to the response, which is a diamond around the last point. */
import { expect, test, vi } from "vitest";
import type { FrameNumber } from "#core/types";
import { imagePoint } from "../../web/base/brand.ts";
import type { Prompt } from "../../web/base/prompt.ts";
import { noModels } from "./no-models.ts";
import { TestEditor } from "./test-editor.ts";

async function open() {
  const asked: (readonly Prompt[])[] = [];
  const app = await TestEditor.create({
    assistants: {
      async *follow() {},
      async *followGuided() {},
      wire: async ({ from, to }) => [from, to],
      learn: async () => undefined,
      ...noModels,
      find: async () => [],
      async segment({ prompts }) {
        asked.push(prompts);
        const last = prompts.at(-1);
        const { x, y } = last?.kind === "in" || last?.kind === "out" ? last.at : imagePoint(50, 50);
        if (x > 600) return [];
        const around = (r: number) => [
          ...[imagePoint(x - r, y), imagePoint(x, y - r), imagePoint(x + r, y), imagePoint(x, y + r)],
        ];
        return [{ shape: { kind: "polygon", rings: [around(20), around(5)] }, score: 1 }];
      },
    },
  });
  const suggested = async (count: number) => {
    await vi.waitFor(() => expect(asked.length).toBe(count));
    await vi.waitFor(() => expect(app.editor.suggestions.offer.peek()).toBeDefined());
  };
  return { app, asked, suggested };
}

test("S: clicks and a box are asked about, Ctrl+Z takes one back, Enter makes a polygon with a hole of a new track", async () => {
  const { app, asked, suggested } = await open();
  app.key("S").click(100, 100);
  await suggested(1);
  app.drag([80, 80], [140, 150]);
  await suggested(2);
  expect(asked[1]).toEqual([
    { kind: "in", at: { x: 100, y: 100 } },
    { kind: "box", bounds: [80, 80, 140, 150] },
  ]);
  app.key("Ctrl+Z");
  await suggested(3);
  expect(asked[2]).toEqual(asked[0]);
  app.key("Enter");
  const { core } = app.workspace;
  const id = app.editor.selected!;
  expect(core.shapes(id, 0 as FrameNumber).map(({ kind, paths }) => [kind, paths.length])).toEqual([["Polygon", 2]]);
  expect([...core.detectionAt(id, 0 as FrameNumber)!.bounds]).toEqual([80, 80, 120, 120]);
  expect(app.editor.suggestions.offer.peek()).toBeUndefined();
  // Again on the same frame: it replaces the existing polygon.
  app.click(200, 200);
  await suggested(4);
  app.key("Ctrl+Enter");
  expect(core.shapes(id, 0 as FrameNumber)).toHaveLength(1);
  expect([...core.detectionAt(id, 0 as FrameNumber)!.bounds]).toEqual([180, 180, 220, 220]);
  expect(app.workspace.steps.entries.peek()).toHaveLength(2);
});

test("Escape drops what is suggested and stays in the mode; another frame drops it too; nothing found is said", async () => {
  const { app, suggested } = await open();
  app.key("S").click(100, 100);
  await suggested(1);
  app.key("Escape");
  expect([
    app.editor.suggestions.offer.peek(),
    app.editor.mode.peek().kind,
    app.editor.pointer.tool.peek().state,
  ]).toEqual([...[undefined, "creating", "idle"]]);
  app.click(120, 100);
  await suggested(2);
  app.seek(1);
  expect([app.editor.suggestions.offer.peek(), app.workspace.steps.entries.peek().length]).toEqual([undefined, 0]);
  app.click(620, 100);
  await vi.waitFor(() => expect(app.refusals).toEqual(["nothingFound"]));
});
