/**
 * Using the canvas by keyboard: arrow keys move a crosshair, Enter clicks there, and points can be selected and moved.
 * It goes through the pointer, so the drawing is the same.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { imagePoint, type ImagePoint, type ScreenPoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import type { View } from "../../base/view.ts";
import { isDrawing } from "../modes/drawing-mode.ts";
import type { Mode, ModeEvent } from "../modes/mode.ts";
import { pathsOf, withMovedPoint } from "../tools/path-points.ts";
import { selectedOf, type Offset, type PartRef, type ToolState } from "../tools/tool.ts";
import { onPixel } from "../tools/whole-pixels.ts";

/** The parts of the scene, the actions and the pointer that this uses. */
interface KeyedScene {
  readonly mode: ReadonlySignal<Mode>;
  readonly view: View;
}

interface KeyedActions {
  dispatch(event: ModeEvent): unknown;
}

interface KeyedPointer {
  readonly at: ReadonlySignal<ImagePoint | undefined>;
  readonly tool: ReadonlySignal<ToolState>;
  readonly editable: ReadonlySignal<readonly Shape[]>;
  down(press: { readonly at: ScreenPoint }): void;
  move(press: { readonly at: ScreenPoint }): void;
  up(press: { readonly at: ScreenPoint }): void;
  finish(): void;
  selectPart(part: PartRef): void;
}

export class PointKeys {
  readonly #scene: KeyedScene;
  readonly #actions: KeyedActions;
  readonly #pointer: KeyedPointer;
  /** The arrow keys have moved the crosshair since it last placed a point. */
  readonly #isAtNewPlace = signal(false);
  /** `undefined`: the mouse is in use. */
  readonly crosshair: ReadonlySignal<ImagePoint | undefined>;

  constructor(scene: KeyedScene, actions: KeyedActions, pointer: KeyedPointer) {
    this.#scene = scene;
    this.#actions = actions;
    this.#pointer = pointer;
    this.crosshair = computed(() => (this.#isAtNewPlace.value ? pointer.at.value : undefined));
  }

  /** Moves the crosshair, which starts in the middle of the visible part and stays on the picture. Image pixels. */
  moveCrosshair({ dx, dy }: Offset): void {
    const { view } = this.#scene;
    const { width, height } = view.picture;
    const { x, y } = this.#start();
    this.#pointer.move({ at: view.toScreen(imagePoint(within(x + dx, width), within(y + dy, height))) });
    this.#isAtNewPlace.value = true;
  }

  /** Where the crosshair starts. */
  #start(): ImagePoint {
    return onPixel(this.#pointer.at.peek() ?? this.#scene.view.middle);
  }

  /** Call when the mouse moves, or when there is nothing left to draw. */
  rest(): void {
    this.#isAtNewPlace.value = false;
  }

  /**
   * Enter: places a corner or a point at the crosshair, or finishes the shape if the last point is already there. The
   * first one is placed where the crosshair would start.
   */
  press(): void {
    const pointer = this.#pointer;
    const { state } = pointer.tool.peek();
    const at = this.crosshair.peek() ?? (state === "idle" ? this.#start() : undefined);
    if (at === undefined) return pointer.finish();
    this.rest();
    const press = { at: this.#scene.view.toScreen(at) };
    if (state === "idle" || state === "placing" || state === "asking") pointer.down(press);
    // A box gets its second corner when the pointer comes up; other shapes get their point at once.
    if (pointer.tool.peek().state !== "pointing" || !this.#drawsBox()) pointer.up(press);
  }

  #drawsBox(): boolean {
    const mode = this.#scene.mode.peek();
    return isDrawing(mode) && mode.geometry === "rectangle";
  }

  /** Moves the selected point. Returns whether there is one. */
  movePoint({ dx, dy }: Offset): boolean {
    const selected = selectedOf(this.#pointer.tool.peek());
    const shape = selected && this.#pointer.editable.peek()[selected.shape];
    const point = shape && selected.point !== undefined ? pathsOf(shape)[selected.ring]?.[selected.point] : undefined;
    if (shape === undefined || selected === undefined || point === undefined) return false;
    const moved = withMovedPoint(shape, selected, imagePoint(point.x + dx, point.y + dy));
    this.#actions.dispatch({ type: "shapeFinished", shape: moved });
    return true;
  }

  /** Selects the next or previous point, around all shapes. */
  selectPoint(step: 1 | -1): void {
    const points = this.#pointer.editable
      .peek()
      .flatMap((each, shape) =>
        pathsOf(each).flatMap((path, ring) => path.map((_, point) => ({ shape, ring, point }))),
      );
    const now = selectedOf(this.#pointer.tool.peek());
    const at = points.findIndex(
      ({ shape, ring, point }) => shape === now?.shape && ring === now.ring && point === now.point,
    );
    const first = step === 1 ? 0 : points.length - 1;
    const selected = points[at < 0 ? first : (at + step + points.length) % points.length];
    if (selected !== undefined) this.#pointer.selectPart(selected);
  }
}

function within(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}
