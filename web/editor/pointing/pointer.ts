/**
 * The pointer on the canvas: passes its events to the mode's tool and carries out the tool's effects. Knows what is
 * under the pointer and what is drawn on top of the annotations.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { noteWrite, writingEffect } from "../../base/effect.ts";
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
import { EditableShapes } from "./editable-shapes.ts";
import { Hover } from "./hover.ts";
import { Lasso, tracksInside } from "./lasso.ts";
import type { PictureWait } from "./picture-wait.ts";
import { PointKeys } from "./point-keys.ts";
import { Wires } from "./wires.ts";
import type { Assistants, EditorUi, Player } from "../ports.ts";
import type { Tools } from "../tools/index.ts";
import { moveShape } from "../tools/drag-tool.ts";
import { piecesAround } from "../tools/wire.ts";
import { firstPolygonKey, readBox } from "../tools/read-shapes.ts";
import { idle, selectedOf, shapeOf } from "../tools/tool.ts";
import type {
  Cursor,
  Offset,
  PartRef,
  PointerButton,
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

/** Gets what the main button does, in place of the tool: image pixels of the active camera. */
export interface PointerTaker {
  down(at: ImagePoint): void;
  move(at: ImagePoint): void;
  /** Released, or lost. */
  up(): void;
}

/** The tool's overlay: the unfinished shape, or the one with handles. */
export interface EditOverlay extends Overlay {
  /** Drawn instead of this track, or of part of it. */
  readonly trackId: TrackId | undefined;
  readonly replaces: Replaced;
  /** It follows the pointer; the annotation has not changed yet. */
  readonly isInProgress: boolean;
}

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
  readonly #tool = signal<ToolState>(idle);
  readonly #pansAnywhere = signal(false);
  readonly #hover: Hover;
  readonly #shapes: EditableShapes;
  readonly #lasso = new Lasso();
  readonly #wires: Wires;
  readonly #stops: readonly (() => void)[];
  /** The picture that the tool's state belongs to. */
  #frame: FrameNumber | undefined;
  /** Whether Ctrl was held when the pointer went down. */
  #withCtrl = false;

  readonly tool: ReadonlySignal<ToolState> = this.#tool;
  readonly hovered: ReadonlySignal<TrackId | undefined>;
  /** The tracks that move and stretch as one: several selected ones, none of them edited on its own. */
  readonly together: ReadonlySignal<readonly TrackId[]>;
  /** The shapes that have handles now. */
  readonly editable: ReadonlySignal<readonly Shape[]>;
  /** The shapes of the selected track drawn with the active tool, while waiting for the next object. */
  readonly lastDrawn: ReadonlySignal<readonly Shape[]>;
  /** Position of the pointer on the picture; `undefined` elsewhere. */
  readonly at: ReadonlySignal<ImagePoint | undefined>;
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
  readonly taker = signal<PointerTaker | undefined>(undefined);
  /** Whether the first point of a head-tail line is the head. */
  readonly headFirst = signal(true);

  constructor(editor: PointerEditor, tools: Tools) {
    this.#editor = editor;
    this.#hover = new Hover(editor);
    this.#shapes = new EditableShapes(editor, tools, this.#hover.track);
    this.at = this.#hover.at;
    this.hovered = this.#hover.track;
    this.together = this.#shapes.together;
    this.editable = this.#shapes.shapes;
    this.lastDrawn = this.#shapes.lastDrawn;
    this.keys = new PointKeys(editor, this);
    this.#wires = new Wires(editor);
    this.overlay = computed(() => this.#computeOverlay());
    this.cursor = computed(() => this.#shapes.tool().cursor(this.#tool.value, this.#toolContext()));
    this.part = computed(() => {
      const selected = selectedOf(this.#tool.value);
      const shape = selected && this.editable.value[selected.shape];
      return shape && { shape, ring: selected.ring, point: selected.point };
    });
    this.isPlacing = computed(() => ["placing", "asking"].includes(this.#tool.value.state));
    this.deletePointRefusal = computed(() => {
      const { effects } = this.#shapes.tool().reduce(this.#tool.value, { type: "deletePoint" }, this.#toolContext());
      const [refused] = effects;
      return refused?.type === "refused" ? refused.reason : undefined;
    });
    this.#stops = [
      // An unfinished shape is dropped before the hovered track is looked for.
      writingEffect(() => this.#notePicture(editor.shownFrame.value)),
      this.#hover.watch(() => this.#tool.peek().state === "idle"),
    ];
  }

  /**
   * An unfinished shape belongs to the picture it started on. A drag that waited for its picture starts as soon as the
   * picture is shown, so whichever effect runs first discards the older state; the other does nothing.
   */
  #notePicture(frame: FrameNumber | undefined): void {
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#lasso.drop();
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
    const taker = this.taker.peek();
    if (taker !== undefined && !isPan) return taker.down(editor.view.toImage(press.at));
    if (!isEditing && !isPan && press.shift === true && editor.shownFrame.peek() !== undefined) {
      return this.#lasso.start(press.at, editor.view.toImage(press.at));
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
    this.taker.peek()?.move(view.toImage(press.at));
    if (this.#lasso.isOpen) return this.#lasso.extend(view.toImage(press.at));
    if (pictures.isWaiting) this.#hover.moveTo(view.toImage(press.at));
    pictures.then(() => this.#point("pointerMove", press));
  }

  up(press: PointerPress): void {
    this.taker.peek()?.up();
    if (this.#lasso.isOpen) return this.#selectInside(this.#lasso.close(press.at));
    this.#editor.pictures.then(() => this.#point("pointerUp", press));
  }

  /** Selects what is inside a line, or under its one point. */
  #selectInside(path: readonly ImagePoint[]): void {
    const frame = this.#editor.shownFrame.peek();
    const [first] = path;
    if (frame === undefined || first === undefined) return;
    if (path.length === 1) return this.#choose(this.#hover.trackAt(first), true);
    const { core, display } = this.#editor.workspace;
    const trackIds = tracksInside(core, frame, path, display.hiddenTrackIds.peek());
    if (trackIds.length > 0) this.#editor.dispatch({ type: "selectMore", trackIds });
  }

  /** The interaction ended some other way: a second finger, a lost pointer capture. */
  cancel(): void {
    this.taker.peek()?.up();
    this.#lasso.drop();
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
    const hit = this.#hover.trackAt(this.#editor.view.toImage(at));
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

  /** The track under a place, if one is shown there. */
  trackAt(at: ImagePoint): TrackId | undefined {
    return this.#hover.trackAt(at);
  }

  leave(): void {
    this.#hover.leave();
  }

  #point(type: "pointerDown" | "pointerMove" | "pointerUp", press: PointerPress): void {
    const image = this.#editor.view.toImage(press.at);
    const { button = "primary", shift = false, reach = 1 } = press;
    batch(() => {
      this.#hover.lookAt(image, reach, this.#tool.peek().state === "idle");
      this.#run({ type, screen: press.at, image, button, shift });
    });
  }

  #run(event: ToolEvent): void {
    this.#notePicture(this.#editor.shownFrame.peek());
    const { state, effects } = this.#shapes.tool().reduce(this.#tool.peek(), event, this.#toolContext());
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
    this.#wires.draw(this.#editor.workspace.active.peek(), frame, state.points, this.at.peek());
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
        const track = this.#shapes.movableTrack();
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
        // The target under the pointer when it was pressed: in a playing video it has moved on.
        const hit = this.hovered.peek() ?? this.#hover.trackAt(each.at);
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

  /** Points at the next of the overlapping objects under the pointer. Returns whether there is one. */
  cycle(): boolean {
    return this.#hover.cycle();
  }

  /** Called when a list or a timeline points at a track, or stops doing so. */
  pointAt(track: TrackId | undefined): void {
    this.#hover.pointAt(track);
  }

  #toolContext(): ToolContext {
    const mode = this.#editor.mode.value;
    return {
      canDraw: this.#editor.shownFrame.value !== undefined && this.#shapes.isShapeAwaited,
      editable: this.editable.value,
      alongside: () => this.#shapes.geometryOf(trackOf(mode) ?? this.#editor.selected),
      adds: mode.kind === "editing" ? mode.adds : undefined,
      headFirst: this.headFirst.value,
      wire: this.#wires,
      movable: mode.kind === "notEditing" ? this.#shapes.movable() : undefined,
      pointer: this.at.value,
      pansAnywhere: this.#pansAnywhere.value,
      scale: this.#editor.view.viewport.value.scale,
      reach: this.#hover.reach.value,
      isOverTrack: this.hovered.value !== undefined,
    };
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
    const lasso = this.#lasso.overlay;
    if (lasso !== undefined) return { ...lasso, trackId: undefined, replaces: "box", isInProgress: true };
    const state = this.#tool.value;
    const overlay = this.#shapes.tool().overlay(state, this.#toolContext());
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
      isDashed: shapeOf(state) === undefined && trackId !== undefined && this.#shapes.isGhost(trackId),
    };
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }
}
