/**
 * The canvas by the keyboard: a crosshair that arrow keys move and Enter presses, and points that are selected and moved. It
 * goes the way of the pointer, so what is drawn is the same.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { imagePoint, type ImagePoint, type ScreenPoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import type { View } from "../../base/view.ts";
import { isDrawing, type Mode, type ModeEvent } from "../modes/mode.ts";
import { pathsOf, withMovedPoint } from "../tools/path-points.ts";
import { selectedOf, type Offset, type PartRef, type ToolState } from "../tools/tool.ts";
import { onPixel } from "../tools/whole-pixels.ts";

/** What is needed of the editor and of its pointer. */
interface KeyedEditor {
  readonly mode: ReadonlySignal<Mode>;
  readonly view: View;
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
  readonly #editor: KeyedEditor;
  readonly #pointer: KeyedPointer;
  /** The crosshair is where the arrow keys have brought it, and has not set anything there yet. */
  readonly #isAtNewPlace = signal(false);
  /** `undefined`: it is the mouse that points. */
  readonly crosshair: ReadonlySignal<ImagePoint | undefined>;

  constructor(editor: KeyedEditor, pointer: KeyedPointer) {
    this.#editor = editor;
    this.#pointer = pointer;
    this.crosshair = computed(() => (this.#isAtNewPlace.value ? pointer.at.value : undefined));
  }

  /** Moves the crosshair, which begins in the middle of what is seen and stays on the picture. Image pixels. */
  moveCrosshair({ dx, dy }: Offset): void {
    const { view } = this.#editor;
    const { width, height } = view.picture;
    const { x, y } = this.#start();
    this.#pointer.move({ at: view.toScreen(imagePoint(within(x + dx, width), within(y + dy, height))) });
    this.#isAtNewPlace.value = true;
  }

  /** Where the crosshair is before it is moved. */
  #start(): ImagePoint {
    return onPixel(this.#pointer.at.peek() ?? this.#editor.view.middle);
  }

  /** The mouse has moved, or there is nothing to draw any more. */
  rest(): void {
    this.#isAtNewPlace.value = false;
  }

  /**
   * Enter: sets a corner or a point at the crosshair; where it is the last one already, ends what is half drawn. The
   * first one is set where the crosshair would begin.
   */
  press(): void {
    const pointer = this.#pointer;
    const { state } = pointer.tool.peek();
    const at = this.crosshair.peek() ?? (state === "idle" ? this.#start() : undefined);
    if (at === undefined) return pointer.finish();
    this.rest();
    const press = { at: this.#editor.view.toScreen(at) };
    if (state === "idle" || state === "placing" || state === "asking") pointer.down(press);
    // A box has its second corner where the pointer comes up, everything else its point.
    if (pointer.tool.peek().state !== "pointing" || !this.#drawsBox()) pointer.up(press);
  }

  #drawsBox(): boolean {
    const mode = this.#editor.mode.peek();
    return isDrawing(mode) && mode.geometry === "rectangle";
  }

  /** Moves the selected point; whether there is one. */
  movePoint({ dx, dy }: Offset): boolean {
    const selected = selectedOf(this.#pointer.tool.peek());
    const shape = selected && this.#pointer.editable.peek()[selected.shape];
    const point = shape && selected.point !== undefined ? pathsOf(shape)[selected.ring]?.[selected.point] : undefined;
    if (shape === undefined || selected === undefined || point === undefined) return false;
    const moved = withMovedPoint(shape, selected, imagePoint(point.x + dx, point.y + dy));
    this.#editor.dispatch({ type: "shapeFinished", shape: moved });
    return true;
  }

  /** Selects the next point or the one before, around all shapes. */
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

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
