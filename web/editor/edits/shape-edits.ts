/** Edits of the selected track on the shown frame: drawing, moving and deleting shapes, by pointer or keyboard. */

import type { EditTransaction, TrackId } from "#core/types";
import type { Shape } from "../../base/shape.ts";
import { CoreError } from "../../session/document/core-error.ts";
import { pairToShow } from "../../session/display/shown-pair.ts";
import { markDrawnByPerson } from "../../session/cameras/stereo.ts";
import { picksPoints } from "../cameras/pick-points.ts";
import type { Editing, Moded, Opened, Pointing, Registered } from "./editing.ts";
import { kindOfNew } from "./new-objects.ts";
import type { SelectedPart } from "../pointing/pointer.ts";
import { moveSelected, stretchSelected } from "./selection-edits.ts";
import { shapeAction } from "./shape-action.ts";
import { neighborsOf, softEdit, softenChange, softenMove } from "./soft-edit.ts";
import { stretchBox, turnBy } from "../tools/box-grips.ts";
import { withoutRing } from "../tools/path-points.ts";
import { headTailsKey, readBox } from "../tools/read-shapes.ts";
import type { Offset } from "../tools/tool.ts";
import {
  boundsOfNew,
  moveDetection as writeMoved,
  removeShape,
  writeGeometry,
  writeShape,
  type Place,
} from "../tools/write-shape.ts";

function placeOf(editor: Editing, tx: EditTransaction, track: TrackId): Place {
  return { tx, core: editor.workspace.core, track, frame: editor.frame };
}

/** @param id the id of a track on another camera: this is the same object here */
export function addTrack(editor: Editing & Moded, shape: Shape, id?: TrackId): void {
  const { workspace } = editor;
  const { type: newType, modeSettings } = workspace.settings.settings.peek().trackSettings.newTrackSettings;
  const elsewhere = id === undefined ? undefined : workspace.camerasWith(id)[0]?.document.peek().core.track(id);
  const type = (elsewhere && pairToShow(elsewhere)?.type) ?? newType;
  let added: TrackId | undefined;
  workspace.display.types.recordUsed(type);
  editor.transact({ kind: "track", change: "add" }, (tx) => {
    const interpolate = kindOfNew(editor) === "Track" && modeSettings.Track.interpolate;
    const bounds = boundsOfNew(shape);
    const what = elsewhere === undefined ? { type } : { pairs: elsewhere.pairs };
    added = tx.tracks.add({ ...what, frame: editor.frame, bounds, interpolate, ...(id !== undefined && { id }) });
    writeGeometry(placeOf(editor, tx, added), shape);
    recordAuthor(editor, placeOf(editor, tx, added), shape);
  });
  if (added === undefined) return;
  // A shape the user has just drawn must not be hidden because its type is unchecked.
  const { display } = workspace;
  if (display.filters.peek().uncheckedTypes.has(type)) display.setTypesShown([type], true);
  editor.dispatch({ type: "trackAdded", trackId: added });
}

/**
 * Gives a track this shape, starting the track here if only another camera has it. `moved`: everything on the detection
 * moves along. `isDrawn`: the user drew it, so it does not change an existing shape.
 */
export function setShape(editor: Editing & Moded, track: TrackId, shape: Shape, moved?: Offset, isDrawn = false): void {
  if (!editor.workspace.core.hasTrack(track)) addTrack(editor, shape, track);
  else if (moved === undefined) {
    const { core } = editor.workspace;
    const from = shape.kind === "rectangle" && !isDrawn ? readBox(core, track, editor.frame) : undefined;
    const neighbors = from === undefined ? [] : neighborsOf(core, track, editor.frame, editor.softEditFrames.peek());
    const action = neighbors.length > 0 ? softEdit : shapeAction(core, track, editor.frame, shape, isDrawn);
    editor.transact(action, (tx) => {
      if (from?.kind === "rectangle" && shape.kind === "rectangle")
        softenChange({ tx, core }, track, neighbors, from, shape);
      writeShape(placeOf(editor, tx, track), shape, !isDrawn);
      recordAuthor(editor, placeOf(editor, tx, track), shape);
    });
  } else moveDetection(editor, track, moved);
}

/** Moves everything the track has on this frame; a soft edit also moves the surrounding frames. */
export function moveDetection(editor: Editing, track: TrackId, offset: Offset): void {
  const { core } = editor.workspace;
  const neighbors = neighborsOf(core, track, editor.frame, editor.softEditFrames.peek());
  editor.transact(neighbors.length > 0 ? softEdit : { kind: "shape", shape: "detection", change: "move" }, (tx) => {
    softenMove({ tx, core }, track, neighbors, offset);
    writeMoved(placeOf(editor, tx, track), offset);
  });
}

/** Replaces the shape that the selected track has on this frame. Throws if nothing is selected. */
export function setGeometry(editor: Editing & Moded, shape: Shape): void {
  const track = editor.selected;
  if (track === undefined) {
    throw new CoreError("no-track-selected", "Cannot call handleUpdateGeojson without a selected Track ID");
  }
  setShape(editor, track, shape);
}

/** Moves by keyboard: the crosshair while drawing, else the selected point, else the whole detection. */
export function nudge(editor: Editing & Pointing & Registered, offset: Offset): void {
  const { keys } = editor.pointer;
  if (editor.drawing.peek() === "creation" || picksPoints(editor)) return keys.moveCrosshair(offset);
  if (keys.movePoint(offset)) return;
  const together = editor.pointer.together.peek();
  if (together.length > 0) return moveSelected(editor, together, offset);
  if (editor.selected !== undefined) moveDetection(editor, editor.selected, offset);
}

/** Moves the right and bottom sides of the selected box, by keyboard. */
export function resize(editor: Editing & Moded & Pointing, { dx, dy }: Offset): void {
  const together = editor.pointer.together.peek();
  const around = editor.pointer.editable.peek()[0];
  if (together.length > 0 && around?.kind === "rectangle") {
    const wanted = stretchBox(around, dx, dy);
    if (wanted !== undefined) stretchSelected(editor, together, around.bounds, wanted.bounds);
    return;
  }
  const track = editor.selected;
  const box = track === undefined ? undefined : readBox(editor.workspace.core, track, editor.frame);
  if (box?.kind !== "rectangle") return;
  const next = stretchBox(box, dx, dy);
  if (next !== undefined) setGeometry(editor, next);
}

/** Rotates the selected box clockwise, by keyboard. */
export function turn(editor: Editing & Moded, degrees: number): void {
  const track = editor.selected;
  const box = track === undefined ? undefined : readBox(editor.workspace.core, track, editor.frame);
  if (box?.kind === "rectangle") setGeometry(editor, turnBy(box, degrees));
}

/** The part that `deletePart` would delete: the selected shape or hole, or the only shape. */
export function partToDelete({ pointer }: Pointing): SelectedPart | undefined {
  const editable = pointer.editable.value;
  const [only] = editable;
  return pointer.part.value ?? (editable.length === 1 && only ? { shape: only, ring: 0, point: undefined } : undefined);
}

export function deletePart(editor: Editing & Moded & Pointing): void {
  const part = partToDelete(editor);
  const mode = editor.mode.peek();
  if (part === undefined || mode.kind !== "editing") return;
  const { shape, ring } = part;
  editor.pointer.dropShape();
  if (shape.kind === "polygon" && ring > 0) setShape(editor, mode.trackId, withoutRing(shape, ring));
  else
    editor.transact({ kind: "shape", shape: shape.kind === "polygon" ? "polygon" : "line", change: "delete" }, (tx) =>
      removeShape(placeOf(editor, tx, mode.trackId), shape),
    );
}

/** For length measurements: records who drew a head-tail line. */
function recordAuthor({ workspace }: Opened, { tx, track, frame }: Place, shape: Shape): void {
  if (!workspace.dataset.isStereo || shape.kind !== "polyline" || shape.key !== headTailsKey) return;
  markDrawnByPerson(tx, track, frame);
}
