/** A rendering case as data: the renderer's input, and the expected color of some pixels. */
import type { ImageEnhancements } from "../../web/base/image-enhancements.ts";
import type { HandleKind, Replaced } from "../../web/base/overlay.ts";
import type { Visibility } from "../../web/base/visibility.ts";
import type { AttributeText } from "../../web/render/attribute-text.ts";
import type { DrawStyle } from "../../web/render/types.ts";

type Position = readonly [x: number, y: number];

/** Geometry other than the box, as in the frame query. */
export interface SceneShape {
  readonly kind: "polygon" | "rotatedBox" | "line" | "point" | "head" | "tail";
  readonly paths: readonly (readonly Position[])[];
}

export type SceneOverlayShape =
  | { readonly kind: "rectangle"; readonly bounds: readonly [number, number, number, number] }
  | { readonly kind: "polygon"; readonly rings: readonly (readonly Position[])[] }
  | { readonly kind: "polyline"; readonly points: readonly Position[] }
  | { readonly kind: "point"; readonly at: Position };

export interface SceneBox {
  readonly id: number;
  /** x1, y1, x2, y2 in image pixels. */
  readonly bounds: readonly [number, number, number, number];
  readonly type?: number;
  /** Bits of the core's `DrawFlag`; 1: keyframe (the default), 0: interpolated. */
  readonly flags?: number;
  readonly label?: string;
  readonly attributes?: readonly Partial<AttributeText>[];
  readonly shapes?: readonly SceneShape[];
}

export interface Scene {
  /** CSS pixels; default 200 x 100. */
  readonly canvas?: readonly [width: number, height: number];
  readonly pixelRatio?: number;
  readonly background?: string;
  /**
   * Rows with one letter per pixel: r, g, b, w (white), k (black), m (middle gray), o (a dull orange). `size` stretches
   * them, as for non-square pixels.
   */
  readonly picture?: { readonly rows: readonly string[]; readonly size?: readonly [number, number] };
  /** Tiles of the picture, coarse ones first; `tileWidth`: of its finest level. */
  readonly tiles?: {
    readonly tileWidth: number;
    readonly shown: readonly {
      readonly rows: readonly string[];
      readonly area: readonly [number, number, number, number];
    }[];
  };
  readonly enhancements?: Partial<ImageEnhancements>;
  readonly viewport?: { readonly scale: number; readonly x: number; readonly y: number };
  readonly styles?: readonly Partial<DrawStyle>[];
  readonly boxes?: readonly SceneBox[];
  readonly selected?: readonly number[];
  readonly hovered?: number;
  readonly disableOthers?: boolean;
  readonly hidden?: readonly number[];
  readonly replaced?: { readonly trackId: number; readonly part: Replaced; readonly isMoving: boolean };
  readonly overlay?: {
    readonly color: string;
    readonly shapes?: readonly SceneOverlayShape[];
    readonly handles?: readonly { readonly kind: HandleKind; readonly at: Position; readonly isActive?: boolean }[];
    readonly crosshair?: Position;
  };
  /** Segments of trails: ends in image pixels, the entry they belong to, their opacity. */
  readonly tails?: readonly {
    readonly ends: readonly [number, number, number, number];
    readonly entry: number;
    readonly strength: number;
  }[];
  readonly visibility?: Partial<Visibility>;
  /** Adds a layer between boxes and labels that fails to draw. */
  readonly brokenLayer?: boolean;
  /** Loses and restores the GPU context before the pixels are read. */
  readonly loseContext?: boolean;
  /** Whether to assume software rendering; default: as the browser reports. */
  readonly isSoftware?: boolean;
  /** With a canvas beneath, for what is painted without WebGL; the pixels read combine both. */
  readonly hasBeneath?: boolean;
}

export interface RenderCase {
  /** Test title, with requirement ids. */
  readonly title: string;
  readonly scene: Scene;
  /** Device pixels from the top left and their expected color, within `tolerance` (default 2) per channel. */
  readonly pixels: readonly {
    readonly at: readonly [number, number];
    readonly color: string;
    readonly tolerance?: number;
  }[];
  /** Rectangles of device pixels (left, top, right, bottom) and the expected fraction of pixels with a color. */
  readonly areas?: readonly {
    readonly of: readonly [number, number, number, number];
    readonly color: string;
    readonly min: number;
    readonly max: number;
  }[];
}
