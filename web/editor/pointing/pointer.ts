/**
 * The pointer on the canvas: passes its events to the mode's tool, finds the track under it, and provides the overlay
 * on top of the annotations. The tool's effects are carried out in `tool-effects.ts`.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { guardWrite, writingEffect } from "../../base/effect.ts";
import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint, type ImagePoint, type ScreenPoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import { isDrawing, trackOf } from "../modes/drawing-mode.ts";
import { EditableShapes } from "./editable-shapes.ts";
import { editOverlay, inProgress, movingTogether, type EditOverlay } from "./edit-overlay.ts";
import { Hover } from "./hover.ts";
import { Lasso, tracksInside } from "./lasso.ts";
import { PointKeys } from "./point-keys.ts";
import type { PointerScene } from "./scene.ts";
import { ToolEffects, type PointerActions } from "./tool-effects.ts";
import { Wires } from "./wires.ts";
import type { Tools } from "../tools/index.ts";
import { idle, selectedOf } from "../tools/tool.ts";
import type {
  Cursor,
  PartRef,
  Piece,
  PointerButton,
  ToolContext,
  ToolEvent,
  ToolRefusal,
  ToolState,
} from "../tools/tool.ts";

export interface PointerPress {
  readonly at: ScreenPoint;
  readonly button?: PointerButton;
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  /** How much further than a mouse it may miss its target; default: 1. */
  readonly reach?: number;
}

/** Receives the actions of the main button, in place of the tool: image pixels of the active camera. */
export interface PointerCapture {
  down(at: ImagePoint): void;
  move(at: ImagePoint): void;
  /** Released, or lost. */
  up(): void;
}

/** A shape of the edited detection, and which part of it is selected. */
export interface SelectedPart {
  readonly shape: Shape;
  readonly ring: number;
  readonly point: number | undefined;
}

export class Pointer {
  readonly #scene: PointerScene;
  readonly #actions: PointerActions;
  readonly #effects: ToolEffects;
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
  /** True while a drag or a series of points draws, moves or reshapes something. */
  readonly isShaping: ReadonlySignal<boolean>;
  /** Why no point can be deleted now. */
  readonly deletePointRefusal: ReadonlySignal<ToolRefusal | undefined>;
  /** The same actions by keyboard. */
  readonly keys: PointKeys;
  readonly captured = signal<PointerCapture | undefined>(undefined);
  /** Whether the first point of a head-tail line is the head. */
  readonly headFirst = signal(true);

  constructor(scene: PointerScene, actions: PointerActions, tools: Tools) {
    this.#scene = scene;
    this.#actions = actions;
    this.#hover = new Hover(scene);
    this.#shapes = new EditableShapes(scene, tools, this.#hover.track);
    this.at = this.#hover.at;
    this.hovered = this.#hover.track;
    this.together = this.#shapes.together;
    this.editable = this.#shapes.shapes;
    this.lastDrawn = this.#shapes.lastDrawn;
    this.keys = new PointKeys(scene, actions, this);
    this.#wires = new Wires(scene);
    this.#effects = new ToolEffects({
      scene,
      actions,
      shapes: this.#shapes,
      hover: this.#hover,
      rest: () => void (this.#tool.value = idle),
      finishLater: (pieces) => this.#finishLater(pieces),
    });
    this.overlay = computed(() => this.#computeOverlay());
    this.cursor = computed(() => this.#shapes.tool().cursor(this.#tool.value, this.#toolContext()));
    this.part = computed(() => {
      const selected = selectedOf(this.#tool.value);
      const shape = selected && this.editable.value[selected.shape];
      return shape && { shape, ring: selected.ring, point: selected.point };
    });
    this.isPlacing = computed(() => ["placing", "asking"].includes(this.#tool.value.state));
    this.isShaping = computed(() => !["idle", "pointing", "panning"].includes(this.#tool.value.state));
    this.deletePointRefusal = computed(() => {
      const { effects } = this.#shapes.tool().reduce(this.#tool.value, { type: "deletePoint" }, this.#toolContext());
      const [refused] = effects;
      return refused?.type === "refused" ? refused.reason : undefined;
    });
    this.#stops = [
      // An unfinished shape is dropped before the hovered track is looked for.
      writingEffect(() => this.#onPictureChange(scene.shownFrame.value)),
      this.#hover.watch(() => this.#tool.peek().state === "idle"),
    ];
  }

  /**
   * An unfinished shape belongs to the picture it started on. A drag that waited for its picture starts as soon as the
   * picture is shown, so whichever effect runs first discards the older state; the other does nothing.
   */
  #onPictureChange(frame: FrameNumber | undefined): void {
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#lasso.drop();
    if (!this.#isOfAnyPicture(this.#tool.peek())) this.dropShape();
  }

  /** A drag that pans, or a press that has not moved yet: playback may continue. */
  #isOfAnyPicture(tool: ToolState): boolean {
    const isPress = tool.state === "pointing" && tool.grip === undefined;
    return tool.state === "panning" || (isPress && !isDrawing(this.#scene.mode.peek()));
  }

  /** Discards the unfinished shape. */
  dropShape(): void {
    guardWrite("Pointer.dropShape");
    this.keys.rest();
    this.#tool.value = idle;
    this.#wires.forget();
  }

  down(press: PointerPress): void {
    const { mode, pictures, player, shownFrame, ui, view, workspace } = this.#scene;
    this.#withCtrl = press.ctrl ?? false;
    const isEditing = isDrawing(mode.peek());
    const isPan = this.#pansAnywhere.peek() || (press.button ?? "primary") !== "primary";
    const captured = this.captured.peek();
    if (captured !== undefined && !isPan) return captured.down(view.toImage(press.at));
    if (!isEditing && !isPan && press.shift === true && shownFrame.peek() !== undefined) {
      return this.#lasso.start(press.at, view.toImage(press.at));
    }
    if (!isEditing || isPan) return this.#point("pointerDown", press);
    // A drawing belongs to one frame: playback must not move it away, and its picture must be the one on screen.
    player.pause();
    const refusal = workspace.editRefusal.peek();
    if (refusal !== undefined) return ui.refuse(refusal);
    pictures.whenShown(() => this.#point("pointerDown", press));
  }

  move(press: PointerPress): void {
    this.keys.rest();
    const { pictures, view } = this.#scene;
    this.captured.peek()?.move(view.toImage(press.at));
    if (this.#lasso.isOpen) return this.#lasso.extend(view.toImage(press.at));
    if (pictures.isWaiting) this.#hover.moveTo(view.toImage(press.at));
    pictures.then(() => this.#point("pointerMove", press));
  }

  up(press: PointerPress): void {
    this.captured.peek()?.up();
    if (this.#lasso.isOpen) return this.#selectInside(this.#lasso.close(press.at));
    this.#scene.pictures.then(() => this.#point("pointerUp", press));
  }

  /** Selects the tracks inside a line, or the one under its single point. */
  #selectInside(path: readonly ImagePoint[]): void {
    const frame = this.#scene.shownFrame.peek();
    const [first] = path;
    if (frame === undefined || first === undefined) return;
    if (path.length === 1) {
      return this.#effects.choose(this.#hover.trackAt(first), { isMore: true, isToggle: this.#withCtrl });
    }
    const { core, display } = this.#scene.workspace;
    const trackIds = tracksInside(core, frame, path, display.hiddenTrackIds.peek());
    if (trackIds.length > 0) this.#actions.dispatch({ type: "selectMore", trackIds });
  }

  /** The interaction ended some other way: a second finger, a lost pointer capture. */
  cancel(): void {
    this.captured.peek()?.up();
    this.#lasso.drop();
    this.#scene.pictures.forget();
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

  /** Edits the track under the pointer. The preceding clicks have selected it. */
  doubleClick(at: ScreenPoint): void {
    if (this.#scene.mode.peek().kind !== "notEditing") return;
    const hit = this.#hover.trackAt(this.#scene.view.toImage(at));
    if (hit !== undefined) this.#actions.edit(hit, "edit");
  }

  /** While true, every drag pans and clicks pick nothing. */
  get pansAnywhere(): boolean {
    return this.#pansAnywhere.peek();
  }

  setPansAnywhere(on: boolean): void {
    this.#pansAnywhere.value = on;
  }

  /** Where the selected track is on the canvas; without one, the center of the visible area. */
  middleOfSelected(): ScreenPoint {
    const { view, selected, workspace, shownFrame } = this.#scene;
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
    const image = this.#scene.view.toImage(press.at);
    const { button = "primary", shift = false, reach = 1 } = press;
    batch(() => {
      this.#hover.lookAt(image, reach, this.#tool.peek().state === "idle");
      this.#run({ type, screen: press.at, image, button, shift });
    });
  }

  #run(event: ToolEvent): void {
    this.#onPictureChange(this.#scene.shownFrame.peek());
    const { state, effects } = this.#shapes.tool().reduce(this.#tool.peek(), event, this.#toolContext());
    this.#tool.value = state;
    const cause = { frame: this.#frame, withCtrl: this.#withCtrl };
    for (const each of effects) this.#effects.carryOut(each, cause);
    this.#requestPaths();
  }

  /** Requests the paths between the placed points, and to the pointer. */
  #requestPaths(): void {
    const state = this.#tool.peek();
    const points = this.#shapes.tool().pathPoints?.(state);
    if (this.#frame !== undefined && points !== undefined) {
      this.#wires.draw(this.#scene.workspace.active.peek(), this.#frame, points, this.at.peek());
    } else if (state.state !== "panning") this.#wires.forget();
  }

  /** Drawing may continue until then; a further point makes it another shape. */
  #finishLater(pieces: readonly Piece[]): void {
    const { pathPoints } = this.#shapes.tool();
    const points = pathPoints?.(this.#tool.peek());
    void this.#wires.waitForPaths(pieces).then(() => {
      if (points !== undefined && pathPoints?.(this.#tool.peek()) === points) this.finish();
    });
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
    const mode = this.#scene.mode.value;
    return {
      canDraw: this.#scene.shownFrame.value !== undefined && this.#shapes.isShapeAwaited,
      editable: this.editable.value,
      alongside: () => this.#shapes.geometryOf(trackOf(mode) ?? this.#scene.selected),
      adds: mode.kind === "editing" ? mode.adds : undefined,
      headFirst: this.headFirst.value,
      wire: this.#wires,
      movable: mode.kind === "notEditing" ? this.#shapes.movable() : undefined,
      pointer: this.at.value,
      pansAnywhere: this.#pansAnywhere.value,
      scale: this.#scene.view.viewport.value.scale,
      reach: this.#hover.reach.value,
      isOverTrack: this.hovered.value !== undefined,
    };
  }

  #computeOverlay(): EditOverlay | undefined {
    const lasso = this.#lasso.overlay;
    if (lasso !== undefined) return inProgress(lasso);
    const { mode, shownFrame, workspace } = this.#scene;
    const state = this.#tool.value;
    const ids = this.together.value;
    const overlay = this.#shapes.tool().overlay(state, this.#toolContext());
    if (ids.length > 0 && state.state === "translating") {
      return movingTogether(state, ids, workspace, shownFrame.value);
    }
    const id = trackOf(mode.value);
    const edited = { id, isGhost: () => id !== undefined && this.#shapes.isGhost(id) };
    return editOverlay(overlay, state, edited, this.keys.crosshair.value);
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }
}
