/**
 * Commands for several cameras: mirrored pan and zoom, layout, switching between them. With a single camera they do
 * nothing.
 */

import { carry, tracksToCarry, type ProjectionRequest } from "../editor/edits/project-to-camera.ts";
import { camerasInOrder, moveCamera } from "../editor/cameras/camera-order.ts";
import type { Editor } from "../editor/editor.ts";
import { deleteOnCameras, startLinking, unlink } from "../editor/edits/linking.ts";
import { viewerCommand, type Refusal } from "./command.ts";
import { whenEditable, whenWritable } from "./viewer-rules.ts";

function whenSeveral({ workspace }: Editor): Refusal | undefined {
  return workspace.cameras.length > 1 ? undefined : "oneCamera";
}

/** Refused unless the selected track is on more than one camera. */
function whenLinked({ workspace }: Editor): Refusal | undefined {
  void workspace.tracksVersion.value;
  const id = workspace.selectedTrack.value;
  if (id === undefined) return "nothingSelected";
  return workspace.camerasWith(id).length > 1 ? undefined : "notLinked";
}

/** The first camera, other than the active one, without the selected track. */
function cameraToLink({ selected, workspace }: Editor): string {
  const { active, cameras } = workspace;
  const others = cameras.filter((camera) => camera !== active.peek());
  const withTrack = selected === undefined ? [] : workspace.camerasWith(selected);
  return (others.find((camera) => !withTrack.includes(camera)) ?? active.peek()).name;
}

/** From the active camera to the other one of the registered pair. */
function directionOf({ registration, workspace }: Editor): Omit<ProjectionRequest, "whole"> | undefined {
  const from = workspace.active.value;
  const to = registration?.otherThan(from);
  return to && { from, to };
}

function projectionRefusal(editor: Editor): Refusal | undefined {
  const refusal = whenSeveral(editor) ?? whenEditable(editor);
  if (refusal !== undefined) return refusal;
  const { registration, workspace } = editor;
  const direction = directionOf(editor);
  if (direction === undefined || registration?.transformBetween(direction.from, direction.to) === undefined) {
    return "notRegistered";
  }
  void workspace.tracksVersion.value;
  void workspace.selection.value;
  void direction.from.shown.value;
  return tracksToCarry(editor, direction.from).length === 0 ? "nothingToCarry" : undefined;
}

function projectNow(editor: Editor, whole: boolean): void {
  const direction = directionOf(editor);
  const result = direction && carry(editor, { ...direction, whole });
  if (result !== undefined && direction !== undefined) editor.ui.reportCarried(result, direction.to.name);
}

/** Name of the camera that the command is about. */
export interface CameraArgs {
  readonly camera: string;
}

export const viewerCameraCommands = {
  "cameras.sync": viewerCommand({
    label: "commands.syncCameras",
    group: "general",
    icon: "link",
    defaultKeys: ["L"],
    refusal: whenSeveral,
    checked: ({ workspace }) => workspace.settings.settings.value.annotatorPreferences.syncCameras,
    run({ workspace: { settings } }) {
      const { syncCameras } = settings.settings.peek().annotatorPreferences;
      settings.change({ annotatorPreferences: { syncCameras: !syncCameras } });
    },
  }),
  "cameras.large": viewerCommand({
    label: "commands.largeCamera",
    group: "general",
    icon: "layout",
    refusal: whenSeveral,
    checked: ({ workspace }) => workspace.settings.settings.value.layout.cameras === "large",
    run({ workspace: { settings } }) {
      const { cameras } = settings.settings.peek().layout;
      settings.change({ layout: { cameras: cameras === "large" ? "grid" : "large" } });
    },
  }),
  "cameras.link": viewerCommand<CameraArgs>({
    label: "commands.linkCamera",
    group: "editingMode",
    icon: "link",
    refusal: (editor) => whenSeveral(editor) ?? whenWritable(editor),
    run: (editor, args) => startLinking(editor, args?.camera ?? cameraToLink(editor)),
  }),
  "cameras.unlink": viewerCommand<CameraArgs>({
    label: "commands.unlinkCamera",
    group: "editingMode",
    icon: "unlink",
    refusal: (editor) => whenSeveral(editor) ?? whenEditable(editor) ?? whenLinked(editor),
    run(editor, args) {
      const { active, selectedTrack } = editor.workspace;
      const camera = args === undefined ? active.peek() : editor.workspace.requireCamera(args.camera);
      const id = selectedTrack.peek();
      if (id !== undefined) unlink(editor, id, camera);
    },
  }),
  "cameras.pickPoints": viewerCommand({
    label: "commands.pickPoints",
    group: "editingMode",
    icon: "pin",
    refusal: (editor) => whenSeveral(editor) ?? whenEditable(editor),
    checked: ({ registration }) => registration?.isPicking.value === true,
    run: ({ registration }) => registration?.setPicking(!registration.isPicking.peek()),
  }),
  "cameras.overlay": viewerCommand({
    label: "commands.cameraOverlay",
    group: "general",
    icon: "layers",
    refusal: (editor) =>
      whenSeveral(editor) ?? (editor.registration?.isRegistered.value === true ? undefined : "notRegistered"),
    checked: ({ registration }) => registration?.overlay.value.isOn === true,
    run: ({ registration }) => registration?.showOverlay({ isOn: !registration.overlay.peek().isOn }),
  }),
  /** Copies the annotations of the shown picture. */
  "cameras.carry": viewerCommand({
    label: "commands.carryDetections",
    group: "editingMode",
    icon: "copy",
    refusal: projectionRefusal,
    run: (editor) => projectNow(editor, false),
  }),
  "cameras.carryTracks": viewerCommand({
    label: "commands.carryTracks",
    group: "editingMode",
    icon: "copy",
    refusal: projectionRefusal,
    run: (editor) => projectNow(editor, true),
  }),
  /** Without an argument, the active camera. */
  "cameras.earlier": viewerCommand<CameraArgs>({
    label: "commands.cameraEarlier",
    group: "general",
    icon: "rowUp",
    refusal: whenSeveral,
    run: ({ workspace }, args) => moveCamera(workspace, -1, args?.camera),
  }),
  "cameras.later": viewerCommand<CameraArgs>({
    label: "commands.cameraLater",
    group: "general",
    icon: "rowDown",
    refusal: whenSeveral,
    run: ({ workspace }, args) => moveCamera(workspace, 1, args?.camera),
  }),
  /** Without an argument, on all cameras. */
  "cameras.delete": viewerCommand<CameraArgs>({
    label: "commands.deleteOnCameras",
    group: "editingMode",
    icon: "trash",
    refusal: (editor) =>
      whenSeveral(editor) ??
      whenEditable(editor) ??
      (editor.workspace.selectedTrack.value === undefined ? "nothingSelected" : undefined),
    run(editor, args) {
      const { workspace } = editor;
      const id = workspace.selectedTrack.peek();
      if (id === undefined) return undefined;
      const cameras = args === undefined ? workspace.camerasWith(id) : [workspace.requireCamera(args.camera)];
      return deleteOnCameras(editor, id, cameras);
    },
  }),
  "cameras.next": viewerCommand({
    label: "commands.nextCamera",
    group: "general",
    icon: "rowDown",
    refusal: whenSeveral,
    run(editor) {
      const { active } = editor.workspace;
      const cameras = camerasInOrder(editor.workspace);
      const next = cameras[(cameras.indexOf(active.peek()) + 1) % cameras.length];
      if (next !== undefined) editor.activate(next);
    },
  }),
};
