/** Lines of detections, such as the one from head to tail. */
import type { Layer, LayerContext } from "./layer.ts";
import { PathStrokes } from "./path-strokes.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import type { Origin, ViewState } from "./view.ts";
import { noOrigin } from "./view.ts";

export class LineLayer implements Layer {
  readonly #strokes: PathStrokes;
  readonly #seen = new Seen();
  #origin: Origin = noOrigin;

  constructor(context: LayerContext) {
    this.#strokes = new PathStrokes(context);
  }

  update(scene: Scene): void {
    if (!this.#seen.isStale(scene, "shapes")) return;
    this.#origin = scene.columns.origin;
    this.#strokes.upload(scene.shapes.lines);
  }

  draw(view: ViewState): boolean {
    return this.#strokes.draw(view, this.#origin);
  }

  dispose(): void {
    this.#strokes.dispose();
  }
}
