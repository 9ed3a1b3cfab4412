/** How frames are rendered, chosen once per context: by a graphics card, or mostly painted by the CPU. */
import type { Visibility } from "../base/visibility.ts";
import { isOutlineHeavy, pictureFrom } from "./box-painter.ts";
import { isSoftwareGl } from "./gl.ts";
import type { LayerKind } from "./layer.ts";
import { layerKinds, type LayerName } from "./layers.ts";
import { PaintedBoxLayer } from "./painted-box-layer.ts";
import { PaintedPicture } from "./painted-picture.ts";
import type { Scene } from "./scene.ts";
import type { ViewState } from "./view.ts";

export interface Graphics {
  /** Bottom to top. */
  readonly layers: readonly LayerKind[];
  /** Whether compiling before the first frame helps: without a card, most of that frame needs no program. */
  readonly precompiles: boolean;
  readonly backdrop: Backdrop;
}

export interface Frame {
  readonly scene: Scene;
  readonly view: ViewState;
  /** Color around the picture, `#rrggbb`. */
  readonly background: string;
  /** A video element of the page shows through. */
  readonly isSeeThrough: boolean;
  readonly visibility: Partial<Visibility>;
}

/** The background under the layers. */
export interface Backdrop {
  /** Layers that it replaces in frames that it paints. */
  readonly covers: ReadonlySet<string>;
  /** @returns whether it painted this frame */
  paint(frame: Frame): boolean;
}

export interface GraphicsChoice {
  /** Whether shaders run on the CPU; default: as reported by the browser. */
  readonly isSoftware?: boolean | undefined;
  /** Creates a canvas underneath in the same position; without it, nothing is painted there. */
  readonly makeCanvasBelow?: (() => HTMLCanvasElement) | undefined;
}

export function chooseGraphics(gl: WebGL2RenderingContext, choice: GraphicsChoice): Graphics {
  const { isSoftware = isSoftwareGl(gl), makeCanvasBelow } = choice;
  if (!isSoftware) return { layers: layerKinds, precompiles: true, backdrop: noBackdrop };
  const boxes = (kind: LayerKind): LayerKind =>
    kind.name === "boxes" ? { ...kind, create: (context) => new PaintedBoxLayer(context) } : kind;
  const backdrop = makeCanvasBelow === undefined ? noBackdrop : new PaintedBackdrop(makeCanvasBelow);
  return { layers: layerKinds.map(boxes), precompiles: false, backdrop };
}

const noBackdrop: Backdrop = { covers: new Set(), paint: () => false };

/** Paints the picture and its boxes on a separate canvas when that is faster. */
class PaintedBackdrop implements Backdrop {
  readonly covers: ReadonlySet<string> = new Set<LayerName>(["media", "tiles", "other camera", "tails", "boxes"]);
  readonly #makeCanvasBelow: () => HTMLCanvasElement;
  #picture: PaintedPicture | undefined;

  constructor(makeCanvasBelow: () => HTMLCanvasElement) {
    this.#makeCanvasBelow = makeCanvasBelow;
  }

  paint({ scene, view, background, isSeeThrough, visibility }: Frame): boolean {
    if (
      isSeeThrough ||
      visibility.rectangle === false ||
      !PaintedPicture.suits(scene) ||
      !(PaintedPicture.isWorthIt(scene, view) || isOutlineHeavy(scene.columns, view, pictureFrom))
    ) {
      this.#picture?.hide();
      return false;
    }
    this.#picture ??= new PaintedPicture(this.#makeCanvasBelow());
    this.#picture.update(scene, view, background);
    return true;
  }
}
