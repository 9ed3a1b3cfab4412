/** The order of cameras. */
import { expect, test } from "vitest";
import { camerasInOrder, moveCamera } from "../../web/editor/cameras/camera-order.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import type { Workspace } from "../../web/session/workspace.ts";

test("cameras keep the order that a person gives them, also in other datasets; those that no one moved follow", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const open = (...names: string[]): Workspace =>
    ({ cameras: names.map((name) => ({ name })), settings: createSettingsStore(storage) }) as never;
  const order = (workspace: Workspace): string =>
    camerasInOrder(workspace)
      .map(({ name }) => name)
      .join(" ");
  const rig = open("left", "middle", "right");
  expect(order(rig)).toBe("left middle right");
  moveCamera(rig, -1, "right");
  expect(order(rig)).toBe("left right middle");
  moveCamera(rig, -1, "left");
  expect(order(rig)).toBe("right middle left");
  moveCamera(rig, 1, "left");
  expect(order(rig)).toBe("left right middle");
  moveCamera(rig, -1, "middle");
  expect(order(rig)).toBe("left middle right");
  moveCamera(rig, 1, "middle");

  // Reopened; and another dataset with one camera more and one less.
  expect(order(open("left", "middle", "right"))).toBe("left right middle");
  const other = open("above", "middle", "right");
  expect(order(other)).toBe("right middle above");
  moveCamera(other, -1, "above");
  expect(order(other)).toBe("right above middle");
  expect(order(open("left", "middle", "right"))).toBe("right middle left");
});
