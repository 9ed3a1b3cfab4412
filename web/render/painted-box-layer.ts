/** The boxes when shaders run on the CPU: many outlines are painted faster than a shader runs for each pixel. */
import { isOutlineHeavy, paintedFrom } from "./box-painter.ts";
import { BoxLayer } from "./box-layer.ts";
import type { Layer, LayerContext } from "./layer.ts";
import { PaintedOutlines } from "./painted-outlines.ts";
import type { Scene } from "./scene.ts";
import type { ViewState } from "./view.ts";

export class PaintedBoxLayer implements Layer {
  readonly #boxes: BoxLayer;
  readonly #outlines: PaintedOutlines;
  #isPainted = false;

  constructor(context: LayerContext) {
    this.#boxes = new BoxLayer(context);
    this.#outlines = new PaintedOutlines(context.gl);
  }

  update(scene: Scene, view: ViewState): void {
    this.#boxes.update(scene);
    this.#isPainted = isOutlineHeavy(scene.columns, view, paintedFrom);
    if (this.#isPainted) this.#outlines.update(scene, view);
  }

  draw(view: ViewState): boolean {
    if (!this.#isPainted) return this.#boxes.draw(view);
    this.#boxes.drawInsides(view);
    this.#outlines.draw();
    return true;
  }

  dispose(): void {
    this.#boxes.dispose();
    this.#outlines.dispose();
  }
}
