/** Shapes with handles on the picture, the tool that edits each, and the part that a drag would move. */

import { computed, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import type { Shape } from "../../base/shape.ts";
import type { Workspace } from "../../session/workspace.ts";
import { isDrawing } from "../modes/drawing-mode.ts";
import type { Mode } from "../modes/mode.ts";
import { boundsOfSelected, selectedTogether } from "../edits/selected-together.ts";
import { ghostSource } from "../tools/ghost.ts";
import { requireTool, type Tools } from "../tools/index.ts";
import { readBox, readGeometry } from "../tools/read-shapes.ts";
import { selectionTool } from "../tools/selection-tool.ts";
import type { Tool } from "../tools/tool.ts";

/** The parts of the editor that this uses. */
interface ShapesEditor {
  readonly workspace: Workspace;
  readonly mode: ReadonlySignal<Mode>;
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
}

export class EditableShapes {
  readonly #editor: ShapesEditor;
  readonly #tools: Tools;
  readonly #hovered: ReadonlySignal<TrackId | undefined>;
  /** The tracks that move and stretch as one: several selected ones, none of them edited on its own. */
  readonly together: ReadonlySignal<readonly TrackId[]>;
  /** The shapes that have handles now. */
  readonly shapes: ReadonlySignal<readonly Shape[]>;
  /** The shapes of the selected track drawn with the active tool, while waiting for the next object. */
  readonly lastDrawn: ReadonlySignal<readonly Shape[]>;

  constructor(editor: ShapesEditor, tools: Tools, hovered: ReadonlySignal<TrackId | undefined>) {
    this.#editor = editor;
    this.#tools = tools;
    this.#hovered = hovered;
    this.together = computed(() => {
      const frame = editor.shownFrame.value;
      const { tracksVersion, readOnly } = editor.workspace;
      void tracksVersion.value;
      const canEdit = editor.mode.value.kind === "notEditing" && readOnly.value === undefined;
      return canEdit && frame !== undefined ? selectedTogether(editor.workspace, frame) : [];
    });
    this.shapes = computed(() => {
      const mode = editor.mode.value;
      if (mode.kind === "editing") return this.#shapesOf(mode.trackId);
      const frame = editor.shownFrame.value;
      const ids = this.together.value;
      const bounds = frame === undefined ? undefined : boundsOfSelected(editor.workspace, ids, frame);
      return bounds === undefined ? [] : [{ kind: "rectangle", bounds }];
    });
    this.lastDrawn = computed(() => {
      const selected = editor.workspace.selectedTrack.value;
      const isWaiting = editor.mode.value.kind === "creating" && selected !== undefined && !this.isGhost(selected);
      return isWaiting ? this.#shapesOf(selected) : [];
    });
  }

  /** The tool of the drawn or edited shape; otherwise the one that a drag would start editing with. */
  tool(): Tool {
    const mode = this.#editor.mode.value;
    if (this.together.value.length > 0) return selectionTool;
    return requireTool(this.#tools, isDrawing(mode) ? mode.geometry : "rectangle");
  }

  /** Whether the next shape drawn becomes an object, a keyframe or part of one. */
  get isShapeAwaited(): boolean {
    const mode = this.#editor.mode.value;
    if (mode.kind !== "editing") return mode.kind === "creating";
    // The edited track may be a ghost here: its box can be grabbed or drawn again.
    const canReplaceGhost = mode.geometry === "rectangle" && this.isGhost(mode.trackId);
    return this.shapes.value.length === 0 || mode.adds !== undefined || canReplaceGhost;
  }

  isGhost(track: TrackId): boolean {
    const frame = this.#editor.shownFrame.value;
    return frame !== undefined && ghostSource(this.#editor.workspace.core, track, frame) !== undefined;
  }

  /** The shape that a drag outside of editing would move; nothing if that is switched off. */
  movable(): Shape | undefined {
    const track = this.movableTrack();
    const frame = this.#editor.shownFrame.value;
    if (track === undefined || frame === undefined || !this.#editor.workspace.core.hasTrack(track)) return undefined;
    return readBox(this.#editor.workspace.core, track, frame);
  }

  /**
   * A drag moves what a click would pick; if a click would pick nothing, it can grab an edge of the selected object.
   */
  movableTrack(): TrackId | undefined {
    const { workspace } = this.#editor;
    void workspace.tracksVersion.value;
    const { dragMovesSelection } = workspace.settings.settings.value.annotatorPreferences;
    const selected = workspace.selectedTrack.value;
    const under = this.#hovered.value ?? selected;
    if (!dragMovesSelection || under === undefined || workspace.display.hiddenTrackIds.value.has(under))
      return undefined;
    // In read-only datasets, dragging an unselected object pans.
    return under === selected || workspace.readOnly.value === undefined ? under : undefined;
  }

  /** All geometry of a track on the shown picture. */
  geometryOf(track: TrackId | undefined): readonly Shape[] {
    return this.#read(track, readGeometry);
  }

  /** The shapes of a track that the active tool edits on the shown picture. */
  #shapesOf(track: TrackId): readonly Shape[] {
    return this.#read(track, (core, id, frame) => this.tool().read(core, id, frame));
  }

  #read(track: TrackId | undefined, read: Tool["read"]): readonly Shape[] {
    const { core, tracksVersion } = this.#editor.workspace;
    void tracksVersion.value;
    const frame = this.#editor.shownFrame.value;
    return frame !== undefined && track !== undefined && core.hasTrack(track) ? read(core, track, frame) : [];
  }
}
