/** How frames come about, chosen once for each context: a graphics card draws them, or the processor paints most of them. */
import type { Visibility } from "../base/visibility.ts";
import { areManyOutlines, pictureFrom } from "./box-painter.ts";
import { isSoftwareGl } from "./gl.ts";
import type { LayerKind } from "./layer.ts";
import { layerKinds, type LayerName } from "./layers.ts";
import { PaintedBoxLayer } from "./painted-box-layer.ts";
import { PaintedPicture } from "./painted-picture.ts";
import type { Scene } from "./scene.ts";
import type { ViewState } from "./view.ts";

export interface Graphics {
  /** From the bottom to the top. */
  readonly layers: readonly LayerKind[];
  /** Whether compiling before the first frame pays: without a card, most of that frame needs no program. */
  readonly compilesAhead: boolean;
  readonly backdrop: Backdrop;
}

export interface Frame {
  readonly scene: Scene;
  readonly view: ViewState;
  /** `#rrggbb` around the picture. */
  readonly background: string;
  /** A picture of the page's own shows through. */
  readonly isSeeThrough: boolean;
  readonly visibility: Partial<Visibility>;
}

/** What is beneath the layers. */
export interface Backdrop {
  /** Layers that are left out where it is painted. */
  readonly covers: ReadonlySet<string>;
  /** @returns whether this frame has it */
  paint(frame: Frame): boolean;
}

export interface GraphicsChoice {
  /** Whether shaders run on the processor; default: as the browser says. */
  readonly isSoftware?: boolean | undefined;
  /** Makes a canvas beneath, in the same place; without it nothing is painted there. */
  readonly makeBeneath?: (() => HTMLCanvasElement) | undefined;
}

export function chooseGraphics(gl: WebGL2RenderingContext, choice: GraphicsChoice): Graphics {
  const { isSoftware = isSoftwareGl(gl), makeBeneath } = choice;
  if (!isSoftware) return { layers: layerKinds, compilesAhead: true, backdrop: noBackdrop };
  const boxes = (kind: LayerKind): LayerKind =>
    kind.name === "boxes" ? { ...kind, create: (context) => new PaintedBoxLayer(context) } : kind;
  const backdrop = makeBeneath === undefined ? noBackdrop : new PaintedBackdrop(makeBeneath);
  return { layers: layerKinds.map(boxes), compilesAhead: false, backdrop };
}

const noBackdrop: Backdrop = { covers: new Set(), paint: () => false };

/** The picture and its boxes, painted on a canvas of their own where that is quicker. */
class PaintedBackdrop implements Backdrop {
  readonly covers: ReadonlySet<string> = new Set<LayerName>(["media", "tiles", "other camera", "tails", "boxes"]);
  readonly #makeBeneath: () => HTMLCanvasElement;
  #picture: PaintedPicture | undefined;

  constructor(makeBeneath: () => HTMLCanvasElement) {
    this.#makeBeneath = makeBeneath;
  }

  paint({ scene, view, background, isSeeThrough, visibility }: Frame): boolean {
    if (
      isSeeThrough ||
      visibility.rectangle === false ||
      !PaintedPicture.suits(scene) ||
      !(PaintedPicture.isWorthIt(scene, view) || areManyOutlines(scene.columns, view, pictureFrom))
    ) {
      this.#picture?.hide();
      return false;
    }
    this.#picture ??= new PaintedPicture(this.#makeBeneath());
    this.#picture.update(scene, view, background);
    return true;
  }
}
