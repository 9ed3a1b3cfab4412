/** The order of the cameras: the dataset's, until the user chooses another, which is stored by camera name. */

import type { Camera } from "../../session/cameras/camera.ts";
import type { Workspace } from "../../session/workspace.ts";

/** Reads signals, so callers in an effect or a component follow later changes. */
export function camerasInOrder({ cameras, settings }: Pick<Workspace, "cameras" | "settings">): readonly Camera[] {
  const wanted = settings.settings.value.layout.cameraOrder;
  // Cameras that the user never moved come last.
  const placeOf = ({ name }: Camera): number => (wanted.includes(name) ? wanted.indexOf(name) : wanted.length);
  return cameras.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Moving the first camera forward wraps round to the last place, and vice versa.
 * @param camera default: the active one
 */
export function moveCamera(workspace: Workspace, by: 1 | -1, camera = workspace.active.peek().name): void {
  const names = camerasInOrder(workspace).map(({ name }) => name);
  const to = (names.indexOf(camera) + by + names.length) % names.length;
  const moved = names.filter((name) => name !== camera).toSpliced(to, 0, camera);
  // Keep the order of cameras that belong to other datasets.
  const others = workspace.settings.settings.peek().layout.cameraOrder.filter((name) => !moved.includes(name));
  workspace.settings.change({ layout: { cameraOrder: [...moved, ...others] } });
}
