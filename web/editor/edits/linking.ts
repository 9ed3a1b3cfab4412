/** Tracks of the same object on several cameras have the same id: linking assigns it, unlinking removes it. */

import type { TrackId } from "#core/types";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Activating, Asking, Editing, Moded, Refusing } from "./editing.ts";

/** The user picks its counterpart on this camera next. Throws if there is no such camera. */
export function startLinking(editor: Editing & Moded & Activating & Refusing, cameraName: string): void {
  const camera = editor.workspace.requireCamera(cameraName);
  const { selected, workspace } = editor;
  if (selected !== undefined && workspace.camerasWith(selected).includes(camera)) return editor.refuse("linkedAlready");
  // The user picks on that camera, so make it active before the mode pins it.
  if (selected !== undefined && workspace.readOnly.peek() === undefined) editor.activate(camera);
  editor.dispatch({ type: "link", camera: cameraName });
}

/** Gives the picked track the id of the linked one on its camera. */
export function linkWith(editor: Editing & Moded & Refusing, picked: TrackId): void {
  const mode = editor.mode.peek();
  if (mode.kind !== "linking") return;
  const { workspace } = editor;
  const camera = workspace.requireCamera(mode.camera);
  const places = workspace.camerasWith(picked);
  if (!places.includes(camera) || places.length > 1) return editor.refuse("cannotLink", picked);
  const linked = editor.transact(
    { kind: "track", change: "link" },
    (tx) => tx.tracks.renumber(picked, mode.trackId),
    camera,
  );
  if (linked === undefined) return;
  editor.dispatch({ type: "linked" });
  workspace.select(mode.trackId);
}

/** The part of the track on this camera becomes a new track. */
export function unlink(editor: Editing, id: TrackId, camera: Camera): void {
  const { workspace } = editor;
  editor.transact({ kind: "track", change: "unlink" }, (tx) => tx.tracks.renumber(id, workspace.nextTrackId), camera);
}

/** Deletes a track from these cameras in one step, after asking if the user wants to be asked. */
export async function deleteOnCameras(
  editor: Editing & Asking,
  id: TrackId,
  cameras: readonly Camera[],
): Promise<void> {
  const { workspace } = editor;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return editor.refuse(refusal);
  const { promptUser } = workspace.settings.settings.peek().trackSettings.deletionSettings;
  if (
    promptUser &&
    !(await editor.ui.confirmDelete(
      [id],
      cameras.map(({ name }) => name),
    ))
  )
    return;
  workspace.steps.asOneStep(() => {
    for (const camera of cameras) {
      if (workspace.camerasWith(id).includes(camera))
        editor.transact({ kind: "track", change: "delete" }, (tx) => tx.tracks.delete(id), camera);
    }
  });
}
