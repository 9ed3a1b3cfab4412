import { IconTags } from "@tabler/icons-react";
import { expect, test } from "vitest";
import type { OpenViewer } from "../viewer-context.ts";
import { offeredPanels, type DockId, type Panel } from "./panel.ts";

const panel = (id: string, dock: DockId, order: number, when?: Panel["when"]): Panel => ({
  id,
  title: () => id,
  icon: IconTags,
  dock,
  order,
  component: () => null,
  ...(when && { when }),
});

test("a dock offers its own panels in their order, and those whose moment it is", () => {
  const all = [
    panel("c", "left", 3),
    panel("a", "left", 1),
    panel("elsewhere", "right", 0),
    panel("never", "left", 2, () => false),
    panel("writable", "left", 4, ({ workspace }) => workspace.readOnly.value === undefined),
  ];
  const viewer = (readOnly: "revision" | undefined) =>
    ({ workspace: { readOnly: { value: readOnly } } }) as unknown as OpenViewer;
  const ids = (dock: DockId, readOnly?: "revision") => offeredPanels(all, dock, viewer(readOnly)).map(({ id }) => id);
  expect(ids("left")).toEqual(["a", "c", "writable"]);
  expect(ids("left", "revision")).toEqual(["a", "c"]);
  expect(ids("right")).toEqual(["elsewhere"]);
  expect(ids("bottom")).toEqual([]);
});
