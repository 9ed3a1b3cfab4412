/**
 * The pointer on the canvas: passes its events to the mode's tool and carries out the tool's effects. Knows what is
 * under the pointer and what is drawn on top of the annotations.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { effect, noteWrite, writingEffect } from "../../base/effect.ts";
import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint, type ImagePoint, type ScreenPoint } from "../../base/brand.ts";
import type { Overlay, Replaced } from "../../base/overlay.ts";
import { boundsOfShape, type BoxBounds, type Shape } from "../../base/shape.ts";
import type { Prompt } from "../../base/prompt.ts";
import type { View } from "../../base/view.ts";
import type { Suggestions } from "../../session/cameras/suggestions.ts";
import type { Workspace } from "../../session/workspace.ts";
import { isDrawing, trackOf, type BlockedReason, type ToolId, type Mode, type ModeEvent } from "../modes/mode.ts";
import type { Ghosts } from "./ghosts.ts";
import { tracksInside } from "./lasso.ts";
import type { PictureWait } from "./picture-wait.ts";
import { PointKeys } from "./point-keys.ts";
import { Wires } from "./wires.ts";
import type { Assistants, EditorUi, Player } from "../ports.ts";
import { requireTool, type Tools } from "../tools/index.ts";
import { boundsOfSelected, selectedTogether } from "../edits/selected-together.ts";
import { ghostSource } from "../tools/ghost.ts";
import { moveShape } from "../tools/drag-tool.ts";
import { piecesAround } from "../tools/wire.ts";
import { firstPolygonKey, readBox, readGeometry } from "../tools/read-shapes.ts";
import { selectionTool } from "../tools/selection-tool.ts";
import { clickTolerancePx, idle, selectedOf, shapeOf } from "../tools/tool.ts";
import type {
  Cursor,
  Offset,
  PartRef,
  PointerButton,
  Tool,
  ToolContext,
  ToolEffect,
  ToolEvent,
  ToolRefusal,
  ToolState,
} from "../tools/tool.ts";

export interface PointerPress {
  readonly at: ScreenPoint;
  readonly button?: PointerButton;
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  /** How much further than a mouse it may miss what it means; default: 1. */
  readonly reach?: number;
}

/** What the tool draws on top of the annotations: the unfinished shape, or the one with handles. */
export interface EditOverlay extends Overlay {
  /** Drawn instead of this track, or of part of it. */
  readonly trackId: TrackId | undefined;
  readonly replaces: Replaced;
  /** It follows the pointer; the annotation has not changed yet. */
  readonly isInProgress: boolean;
}

/** How close the pointer must be to an edge to pick it. CSS pixels. */
const pickTolerancePx = 6;

/** The part of the editor that the pointer uses. */
export interface PointerEditor {
  readonly workspace: Workspace;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly pictures: PictureWait;
  readonly ghosts: Ghosts;
  readonly mode: ReadonlySignal<Mode>;
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly view: View;
  readonly selected: TrackId | undefined;
  dispatch(event: ModeEvent): BlockedReason | undefined;
  /** Edits of everything selected together. */
  moveTogether(ids: readonly TrackId[], offset: Offset): void;
  stretchTogether(ids: readonly TrackId[], from: BoxBounds, to: BoxBounds): void;
  /** The geometry to start editing a track with. */
  geometryToEdit(track: TrackId): ToolId;
  readonly suggestions: Suggestions;
  readonly assistants: Assistants | undefined;
  ask(prompts: readonly Prompt[]): void;
}

/** A shape of the edited detection, and which part of it is selected. */
export interface SelectedPart {
  readonly shape: Shape;
  readonly ring: number;
  readonly point: number | undefined;
}

export class Pointer {
  readonly #editor: PointerEditor;
  readonly #tools: Tools;
  readonly #tool = signal<ToolState>(idle);
  readonly #hovered = signal<TrackId | undefined>(undefined);
  readonly #at = signal<ImagePoint | undefined>(undefined);
  readonly #reach = signal(1);
  readonly #pansAnywhere = signal(false);
  readonly #wires: Wires;
  readonly #stops: readonly (() => void)[];
  /** The picture that the tool's state belongs to. */
  #frame: FrameNumber | undefined;
  /** Which of several objects in one place the user means. */
  #cycled: { readonly of: string; readonly by: number } = { of: "", by: 0 };
  /** Whether Ctrl was held when the pointer went down. */
  #withCtrl = false;
  /** The line drawn around tracks to select them, and where it started. */
  readonly #lasso = signal<{ readonly from: ScreenPoint; readonly path: readonly ImagePoint[] } | undefined>(undefined);

  readonly tool: ReadonlySignal<ToolState> = this.#tool;
  readonly hovered: ReadonlySignal<TrackId | undefined> = this.#hovered;
  /** The tracks that move and stretch as one: several selected ones, none of them edited on its own. */
  readonly together: ReadonlySignal<readonly TrackId[]>;
  /** The shapes that have handles now. */
  readonly editable: ReadonlySignal<readonly Shape[]>;
  /** What the active tool drew of the selected track, while waiting for the next object. */
  readonly lastDrawn: ReadonlySignal<readonly Shape[]>;
  /** Position of the pointer on the picture; `undefined` elsewhere. */
  readonly at: ReadonlySignal<ImagePoint | undefined> = this.#at;
  readonly overlay: ReadonlySignal<EditOverlay | undefined>;
  readonly cursor: ReadonlySignal<Cursor>;
  /** The part of the edited detection that a click selected. */
  readonly part: ReadonlySignal<SelectedPart | undefined>;
  /** True while points of an unfinished shape are being placed. */
  readonly isPlacing: ReadonlySignal<boolean>;
  /** Why no point can be deleted now. */
  readonly deletePointRefusal: ReadonlySignal<ToolRefusal | undefined>;
  /** The same actions by keyboard. */
  readonly keys: PointKeys;
  /** Whether the first point of a head-tail line is the head. */
  readonly headFirst = signal(true);

  constructor(editor: PointerEditor, tools: Tools) {
    this.#editor = editor;
    this.#tools = tools;
    this.keys = new PointKeys(editor, this);
    this.#wires = new Wires(editor);
    this.together = computed(() => {
      const frame = editor.shownFrame.value;
      const { tracksVersion, readOnly } = editor.workspace;
      void tracksVersion.value;
      const canEdit = editor.mode.value.kind === "notEditing" && readOnly.value === undefined;
      return canEdit && frame !== undefined ? selectedTogether(editor.workspace, frame) : [];
    });
    this.editable = computed(() => {
      const mode = editor.mode.value;
      if (mode.kind === "editing") return this.#shapesOf(mode.trackId);
      const frame = editor.shownFrame.value;
      const ids = this.together.value;
      const bounds = frame === undefined ? undefined : boundsOfSelected(editor.workspace, ids, frame);
      return bounds === undefined ? [] : [{ kind: "rectangle", bounds }];
    });
    this.lastDrawn = computed(() => {
      const selected = editor.workspace.selectedTrack.value;
      const isWaiting = editor.mode.value.kind === "creating" && selected !== undefined && !this.#isGhost(selected);
      return isWaiting ? this.#shapesOf(selected) : [];
    });
    this.overlay = computed(() => this.#computeOverlay());
    this.cursor = computed(() => this.#activeTool().cursor(this.#tool.value, this.#toolContext()));
    this.part = computed(() => {
      const selected = selectedOf(this.#tool.value);
      const shape = selected && this.editable.value[selected.shape];
      return shape && { shape, ring: selected.ring, point: selected.point };
    });
    this.isPlacing = computed(() => ["placing", "asking"].includes(this.#tool.value.state));
    this.deletePointRefusal = computed(() => {
      const { effects } = this.#activeTool().reduce(this.#tool.value, { type: "deletePoint" }, this.#toolContext());
      const [refused] = effects;
      return refused?.type === "refused" ? refused.reason : undefined;
    });
    this.#stops = [
      writingEffect(() => this.#notePicture(editor.shownFrame.value)),
      effect(() => {
        // Objects also move under a resting pointer.
        void editor.shownFrame.value;
        void editor.workspace.display.version.value;
        const at = this.#at.peek();
        if (at !== undefined && this.#tool.peek().state === "idle") this.#hovered.value = this.#trackAt(at);
        // When a row disappears together with its track, no event says that the pointer left it.
        const hovered = this.#hovered.peek();
        if (hovered !== undefined && !editor.workspace.core.hasTrack(hovered)) this.#hovered.value = undefined;
      }),
    ];
  }

  /**
   * An unfinished shape belongs to the picture it started on. A drag that waited for its picture starts as soon as the
   * picture is shown, so whichever effect runs first discards the older state; the other does nothing.
   */
  #notePicture(frame: FrameNumber | undefined): void {
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#lasso.value = undefined;
    if (!this.#isOfAnyPicture(this.#tool.peek())) this.dropShape();
  }

  /** A drag that pans, or a press that has not moved yet: playback may continue. */
  #isOfAnyPicture(tool: ToolState): boolean {
    const isPress = tool.state === "pointing" && tool.grip === undefined;
    return tool.state === "panning" || (isPress && !isDrawing(this.#editor.mode.peek()));
  }

  /** Discards the unfinished shape. */
  dropShape(): void {
    noteWrite("Pointer.dropShape");
    this.keys.rest();
    this.#tool.value = idle;
    this.#wires.forget();
  }

  down(press: PointerPress): void {
    const editor = this.#editor;
    this.#withCtrl = press.ctrl ?? false;
    const isEditing = isDrawing(editor.mode.peek());
    const isPan = this.#pansAnywhere.peek() || (press.button ?? "primary") !== "primary";
    if (!isEditing && !isPan && press.shift === true && editor.shownFrame.peek() !== undefined) {
      this.#lasso.value = { from: press.at, path: [editor.view.toImage(press.at)] };
      return;
    }
    if (!isEditing || isPan) return this.#point("pointerDown", press);
    // A drawing belongs to one frame: playback must not move it away, and its picture must be the one on screen.
    editor.player.pause();
    const refusal = editor.workspace.editRefusal.peek();
    if (refusal !== undefined) return editor.ui.refuse(refusal);
    editor.pictures.whenShown(() => this.#point("pointerDown", press));
  }

  move(press: PointerPress): void {
    this.keys.rest();
    const { pictures, view } = this.#editor;
    const lasso = this.#lasso.peek();
    if (lasso !== undefined) {
      this.#lasso.value = { ...lasso, path: [...lasso.path, view.toImage(press.at)] };
      return;
    }
    if (pictures.isWaiting) this.#at.value = view.toImage(press.at);
    pictures.then(() => this.#point("pointerMove", press));
  }

  up(press: PointerPress): void {
    const lasso = this.#lasso.peek();
    if (lasso !== undefined) return this.#closeLasso(lasso, press);
    this.#editor.pictures.then(() => this.#point("pointerUp", press));
  }

  #closeLasso(
    { from, path }: { readonly from: ScreenPoint; readonly path: readonly ImagePoint[] },
    { at }: PointerPress,
  ) {
    this.#lasso.value = undefined;
    const frame = this.#editor.shownFrame.peek();
    const [first] = path;
    if (frame === undefined || first === undefined) return;
    if (path.length < 3 || Math.hypot(at.x - from.x, at.y - from.y) < clickTolerancePx) {
      return this.#choose(this.#trackAt(first), true);
    }
    const { core, display } = this.#editor.workspace;
    const trackIds = tracksInside(core, frame, path, display.hiddenTrackIds.peek());
    if (trackIds.length > 0) this.#editor.dispatch({ type: "selectMore", trackIds });
  }

  /** The interaction ended some other way: a second finger, a lost pointer capture. */
  cancel(): void {
    this.#lasso.value = undefined;
    this.#editor.pictures.forget();
    this.#run({ type: "cancel" });
  }

  /** Finishes the unfinished shape. */
  finish(): void {
    this.#run({ type: "finish" });
  }

  selectPart(selected: PartRef): void {
    this.#tool.value = { state: "idle", selected };
  }

  /** Deletes the selected point, or the one placed last. */
  deletePoint(): void {
    this.#run({ type: "deletePoint" });
  }

  /** Edits what is under the pointer. The preceding clicks have selected it. */
  doubleClick(at: ScreenPoint): void {
    if (this.#editor.mode.peek().kind !== "notEditing") return;
    const hit = this.#trackAt(this.#editor.view.toImage(at));
    if (hit === undefined) return;
    this.#editor.dispatch({ type: "edit", trackId: hit, geometry: this.#editor.geometryToEdit(hit) });
  }

  /** While true, every drag pans and clicks pick nothing. */
  get pansAnywhere(): boolean {
    return this.#pansAnywhere.peek();
  }

  setPansAnywhere(on: boolean): void {
    this.#pansAnywhere.value = on;
  }

  /** Where the selected track is on the canvas; without one, the centre of the visible area. */
  middleOfSelected(): ScreenPoint {
    const { view, selected, workspace, shownFrame } = this.#editor;
    const frame = shownFrame.peek();
    const bounds =
      selected === undefined || frame === undefined ? undefined : workspace.core.detectionAt(selected, frame)?.bounds;
    const at = bounds && imagePoint((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2);
    return view.toScreen(at ?? view.middle);
  }

  leave(): void {
    batch(() => {
      this.#at.value = undefined;
      this.#hovered.value = undefined;
    });
  }

  #point(type: "pointerDown" | "pointerMove" | "pointerUp", press: PointerPress): void {
    const image = this.#editor.view.toImage(press.at);
    const { button = "primary", shift = false, reach = 1 } = press;
    batch(() => {
      this.#at.value = image;
      this.#reach.value = reach;
      if (this.#tool.peek().state === "idle") this.#hovered.value = this.#trackAt(image);
      this.#run({ type, screen: press.at, image, button, shift });
    });
  }

  #run(event: ToolEvent): void {
    this.#notePicture(this.#editor.shownFrame.peek());
    const { state, effects } = this.#activeTool().reduce(this.#tool.peek(), event, this.#toolContext());
    this.#tool.value = state;
    for (const each of effects) this.#carryOutTool(each);
    this.#drawWires();
  }

  /** Requests the paths between the placed points, and to the pointer. */
  #drawWires(): void {
    const [mode, state, frame] = [this.#editor.mode.peek(), this.#tool.peek(), this.#frame];
    if (frame === undefined || !isDrawing(mode) || mode.geometry !== "wire" || state.state !== "placing") {
      if (state.state !== "panning") this.#wires.forget();
      return;
    }
    this.#wires.draw(this.#editor.workspace.active.peek(), frame, state.points, this.#at.peek());
  }

  /** Finishes the wire once all its paths are known; drawing may continue until then. */
  #finishWire(): void {
    const state = this.#tool.peek();
    if (state.state !== "placing") return;
    void this.#wires.whenThere(piecesAround(state.points)).then(() => {
      const now = this.#tool.peek();
      if (now.state === "placing" && now.points === state.points) this.finish();
    });
  }

  #carryOutTool(each: ToolEffect): void {
    switch (each.type) {
      case "finished":
        if (this.#editor.mode.peek().kind === "notEditing") return this.#editTogether(each.shape, each.moved);
        this.#editor.dispatch({ ...each, shape: this.#inPlace(each.shape), type: "shapeFinished" });
        return;
      case "ask":
        return this.#editor.ask(each.prompts);
      case "wait":
        return this.#finishWire();
      case "takeAnswer":
        if (!this.#editor.suggestions.accept()) this.#editor.ui.refuse("nothingProposed");
        return;
      case "refused":
        return this.#editor.ui.refuse(each.reason);
      case "editMovable": {
        const track = this.#movableTrack();
        const refusal = this.#editor.workspace.editRefusal.peek();
        // Tracks selected together move together, and none of them is edited on its own.
        const isTogether = track !== undefined && this.together.peek().includes(track);
        if (isTogether && refusal !== undefined) this.#editor.ui.refuse(refusal);
        const isBegun = isTogether
          ? refusal === undefined
          : track !== undefined && this.#editor.dispatch({ type: "edit", trackId: track }) === undefined;
        if (isBegun) this.#editor.player.pause();
        else this.#tool.value = idle;
        return;
      }
      case "panned":
        return this.#editor.view.pan(each.dxPx, each.dyPx);
      case "clicked": {
        if (each.button === "middle") return;
        // What was under the pointer when it was pressed: in a playing video it has moved on.
        const hit = this.#hovered.peek() ?? this.#trackAt(each.at);
        if (each.button === "secondary") {
          if (hit === undefined) return this.#editor.ui.openMenu(this.#editor.view.toScreen(each.at));
          this.#editor.dispatch({ type: "toggleEdit", trackId: hit, geometry: this.#editor.geometryToEdit(hit) });
          return;
        }
        // While a shape is awaited, a click is a drag that was too short.
        if (this.#editor.mode.peek().kind !== "creating") this.#choose(hit, each.shift);
        return;
      }
    }
  }

  /** A wire replaces the polygon that the edited detection has. */
  #inPlace(shape: Shape): Shape {
    const mode = this.#editor.mode.peek();
    if (mode.kind !== "editing" || mode.geometry !== "wire" || this.#frame === undefined) return shape;
    const key = firstPolygonKey(this.#editor.workspace.core, mode.trackId, this.#frame);
    return key === undefined ? shape : { ...shape, key };
  }

  #editTogether(shape: Shape, moved: Offset | undefined): void {
    const ids = this.together.peek();
    const from = this.editable.peek()[0];
    if (moved !== undefined) this.#editor.moveTogether(ids, moved);
    else if (from !== undefined) this.#editor.stretchTogether(ids, boundsOfShape(from), boundsOfShape(shape));
  }

  /** A click with Ctrl toggles a track in the selection; with Shift it adds the track. */
  #choose(hit: TrackId | undefined, isMore: boolean): void {
    const isToggle = this.#withCtrl;
    if (hit === undefined && (isToggle || isMore)) return;
    if (hit === undefined || !(isToggle || isMore)) this.#editor.dispatch({ type: "select", trackId: hit });
    else if (isToggle) this.#editor.dispatch({ type: "toggleSelected", trackId: hit });
    else this.#editor.dispatch({ type: "selectMore", trackIds: [hit] });
  }

  /** The visible track a click would pick: the nearest one, or the one the user cycled to. */
  #trackAt(point: ImagePoint): TrackId | undefined {
    const hits = this.#tracksAt(point);
    if (hits.length < 2 || hits.join() !== this.#cycled.of) return hits[0];
    return hits[this.#cycled.by % hits.length];
  }

  /** The tracks at a point, nearest first; ghosts come last. */
  #tracksAt(point: ImagePoint): readonly TrackId[] {
    const frame = this.#editor.shownFrame.peek();
    if (frame === undefined) return [];
    const tolerance = (pickTolerancePx * this.#reach.peek()) / this.#editor.view.viewport.peek().scale;
    const hits = this.#editor.workspace.display.pickAll(frame, point.x, point.y, tolerance);
    const ghost = this.#editor.ghosts.at(point, tolerance);
    return ghost === undefined ? hits : [...hits, ghost];
  }

  /** Points at the next of the overlapping objects under the pointer. Returns whether there is one. */
  cycle(): boolean {
    const at = this.#at.peek();
    const hits = at === undefined ? [] : this.#tracksAt(at);
    if (at === undefined || hits.length < 2) return false;
    const of = hits.join();
    this.#cycled = { of, by: this.#cycled.of === of ? this.#cycled.by + 1 : 1 };
    this.#hovered.value = this.#trackAt(at);
    return true;
  }

  /** Called when a list or a timeline points at a track, or stops doing so. */
  pointAt(track: TrackId | undefined): void {
    if (this.#at.peek() === undefined) this.#hovered.value = track;
  }

  /** The tool of the drawn or edited shape; otherwise the one that a drag would start editing with. */
  #activeTool(): Tool {
    const mode = this.#editor.mode.value;
    if (this.together.value.length > 0) return selectionTool;
    return requireTool(this.#tools, isDrawing(mode) ? mode.geometry : "rectangle");
  }

  #toolContext(): ToolContext {
    const mode = this.#editor.mode.value;
    const hasPicture = this.#editor.shownFrame.value !== undefined;
    const editable = this.editable.value;
    const adds = mode.kind === "editing" ? mode.adds : undefined;
    const isAwaited =
      mode.kind === "creating" ||
      (mode.kind === "editing" && (editable.length === 0 || adds !== undefined || this.#canReplaceGhost(mode)));
    return {
      canDraw: hasPicture && isAwaited,
      editable,
      alongside: () => this.#geometryOf(trackOf(mode) ?? this.#editor.selected),
      adds,
      headFirst: this.headFirst.value,
      wire: this.#wires,
      movable: mode.kind === "notEditing" ? this.#movable() : undefined,
      pointer: this.#at.value,
      pansAnywhere: this.#pansAnywhere.value,
      scale: this.#editor.view.viewport.value.scale,
      reach: this.#reach.value,
      isOverTrack: this.#hovered.value !== undefined,
    };
  }

  /** Whether the edited track is a ghost here, so that its box can be grabbed or drawn again. */
  #canReplaceGhost(mode: Mode): boolean {
    return mode.kind === "editing" && mode.geometry === "rectangle" && this.#isGhost(mode.trackId);
  }

  #isGhost(track: TrackId): boolean {
    const frame = this.#editor.shownFrame.value;
    return frame !== undefined && ghostSource(this.#editor.workspace.core, track, frame) !== undefined;
  }

  /** The shape that a drag of the selected track would move; nothing if that is switched off. */
  #movable(): Shape | undefined {
    const track = this.#movableTrack();
    const frame = this.#editor.shownFrame.value;
    if (track === undefined || frame === undefined || !this.#editor.workspace.core.hasTrack(track)) return undefined;
    return readBox(this.#editor.workspace.core, track, frame);
  }

  /**
   * A drag moves what a click would pick; if a click would pick nothing, it can grab an edge of the selected object.
   */
  #movableTrack(): TrackId | undefined {
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

  /** What the active tool edits of a track on the shown picture. */
  #shapesOf(track: TrackId): readonly Shape[] {
    const { core, tracksVersion } = this.#editor.workspace;
    void tracksVersion.value;
    const frame = this.#editor.shownFrame.value;
    return frame !== undefined && core.hasTrack(track) ? this.#activeTool().read(core, track, frame) : [];
  }

  #geometryOf(track: TrackId | undefined): readonly Shape[] {
    const { core, tracksVersion } = this.#editor.workspace;
    void tracksVersion.value;
    const frame = this.#editor.shownFrame.value;
    return frame !== undefined && track !== undefined && core.hasTrack(track) ? readGeometry(core, track, frame) : [];
  }

  /** Everything that moves with the dragged shape. */
  #movingTogether({ original, shape }: ToolState & { readonly state: "translating" }): EditOverlay {
    const { workspace, shownFrame } = this.#editor;
    const frame = shownFrame.value;
    const [from, to] = [boundsOfShape(original), boundsOfShape(shape)];
    const offset = { dx: to[0] - from[0], dy: to[1] - from[1] };
    const boxes =
      frame === undefined ? [] : this.together.value.flatMap((id) => readBox(workspace.core, id, frame) ?? []);
    const shapes = boxes.map((box) => moveShape(box, offset));
    return { shapes, trackId: undefined, replaces: "box", isInProgress: true };
  }

  #computeOverlay(): EditOverlay | undefined {
    const lasso = this.#lasso.value;
    if (lasso !== undefined && lasso.path.length > 1) {
      const points = [...lasso.path, ...lasso.path.slice(0, 1)];
      return { shapes: [{ kind: "polyline", points }], trackId: undefined, replaces: "box", isInProgress: true };
    }
    const state = this.#tool.value;
    const overlay = this.#activeTool().overlay(state, this.#toolContext());
    if (this.together.value.length > 0 && state.state === "translating") return this.#movingTogether(state);
    const isEmpty = (overlay.shapes ?? []).length === 0 && (overlay.handles ?? []).length === 0;
    if (isEmpty && this.keys.crosshair.value === undefined) return undefined;
    const trackId = trackOf(this.#editor.mode.value);
    const crosshair = this.keys.crosshair.value;
    return {
      ...overlay,
      crosshair,
      trackId,
      replaces: overlay.replaces ?? "box",
      isInProgress: shapeOf(state) !== undefined,
      isDashed: shapeOf(state) === undefined && trackId !== undefined && this.#isGhost(trackId),
    };
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }
}
