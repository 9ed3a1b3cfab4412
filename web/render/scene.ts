/**
 * The renderer's latest inputs. The scene alone decides what has changed: `version` tells the renderer whether to draw
 * again, and the version of a part tells a layer whether to upload it again. The scene survives a lost context; new layers
 * have seen nothing, and so upload everything.
 */
import type { DrawList, FrameShapes } from "#core/types";
import { plainPicture, type ImageEnhancements } from "../base/image-enhancements.ts";
import type { Mark } from "../base/overlay.ts";
import type { Picture } from "../base/picture.ts";
import type { ShownTile } from "../base/tile-pyramid.ts";
import type { Viewport } from "../base/viewport.ts";
import type { Visibility } from "../base/visibility.ts";
import type { AttributesOf } from "./attribute-text.ts";
import { DrawColumns } from "./draw-columns.ts";
import type { Rect } from "./label-places.ts";
import { ShapeColumns } from "./shape-columns.ts";
import type { Tails } from "./track-tails.ts";
import { originFor, type Origin, type ViewState } from "./view.ts";
import type { DrawnOverlay, DrawStyle, Highlight, LabelOf, OverlaidPicture } from "./types.ts";

export type ScenePart =
  | "picture"
  | "otherPicture"
  | "list"
  | "shapes"
  | "states"
  | "styles"
  | "labels"
  | "attributes"
  | "overlay"
  | "tails";

export class Scene {
  /** Counts all changes. */
  version = 0;
  readonly versions: Record<ScenePart, number> = {
    picture: 0,
    otherPicture: 0,
    list: 0,
    shapes: 0,
    states: 0,
    styles: 0,
    labels: 0,
    attributes: 0,
    overlay: 0,
    tails: 0,
  };
  readonly columns = new DrawColumns();
  readonly shapes = new ShapeColumns();
  picture: Picture | undefined;
  /** The picture of another camera. */
  otherPicture: Picture | undefined;
  /** Shader uniforms, so they have no version. */
  overlaidPicture: OverlaidPicture | undefined;
  /** Where nothing covers it. */
  background = "#101113";
  /** A picture under the canvas shows through. */
  isSeeThrough = false;
  visibility: Partial<Visibility> = {};
  /** Shader uniforms: nothing is uploaded for them, so they have no version. */
  enhancements: ImageEnhancements = plainPicture;
  /** By type index. */
  styles: readonly DrawStyle[] = [];
  labelOf: LabelOf | undefined;
  covered: readonly Rect[] = [];
  /** Labels without a place in the last frame. */
  hiddenLabelCount = 0;
  attributesOf: AttributesOf | undefined;
  overlay: DrawnOverlay = { color: "#ffffff" };
  /** Drawn under the labels. */
  marks: readonly Mark[] = [];
  tails: Tails | undefined;
  /** Of the picture, coarse ones first; the layer compares them by key. */
  tiles: readonly ShownTile[] = [];
  #viewport: Viewport = { scale: 1, x: 0, y: 0 };
  #canvas = { width: 1, height: 1, pixelRatio: 1 };
  #highlight: Highlight = { selected: new Set() };

  /** With image pixels as device pixels. */
  get view(): ViewState {
    const { scale, x, y } = this.#viewport;
    const { pixelRatio } = this.#canvas;
    return { ...this.#canvas, scale: scale * pixelRatio, x: x * pixelRatio, y: y * pixelRatio };
  }

  /** The origin for the next draw list, chosen so that positions near the viewport are exact. */
  get origin(): Origin {
    const { width, height, pixelRatio } = this.#canvas;
    return originFor(this.#viewport, { width: width / pixelRatio, height: height / pixelRatio }, this.columns.origin);
  }

  /** Every change goes through here. */
  #change(...parts: readonly ScenePart[]): void {
    this.version++;
    for (const part of parts) this.versions[part]++;
  }

  /** @param canvas size in device pixels */
  setCanvas(canvas: { readonly width: number; readonly height: number; readonly pixelRatio: number }): void {
    this.#canvas = canvas;
    this.#change();
  }

  setViewport(viewport: Viewport): void {
    this.#viewport = viewport;
    this.#change();
  }

  /** Color around the picture, `#rrggbb`. */
  setBackground(color: string): void {
    this.background = color;
    this.#change();
  }

  /** If true, a picture under the canvas shows through and the one that was set is not drawn. */
  setSeeThrough(isSeeThrough: boolean): void {
    this.isSeeThrough = isSeeThrough;
    this.#change();
  }

  /** The layers to draw; initially all. */
  setVisibility(visibility: Partial<Visibility>): void {
    this.visibility = visibility;
    this.#change();
  }

  setOverlaidPicture(overlaidPicture: OverlaidPicture | undefined): void {
    this.overlaidPicture = overlaidPicture;
    this.#change();
  }

  /** Tiles of the current picture, coarse ones first; initially none. */
  setTiles(tiles: readonly ShownTile[]): void {
    this.tiles = tiles;
    this.#change();
  }

  setEnhancements(enhancements: ImageEnhancements): void {
    this.enhancements = enhancements;
    this.#change();
  }

  /** Takes ownership of the picture and closes the previous one. */
  setPicture(picture: Picture | undefined): void {
    if (this.picture !== picture) this.picture?.close();
    this.tiles = [];
    this.picture = picture;
    this.#change("picture");
  }

  /** The same for the picture of another camera, which is drawn as `setOverlaidPicture` says. */
  setOtherPicture(picture: Picture | undefined): void {
    if (this.otherPicture !== picture) this.otherPicture?.close();
    this.otherPicture = picture;
    this.#change("otherPicture");
  }

  /**
   * Copies what it needs: the list may be a view that is invalid after the next call to the core. Drops the shapes and
   * tails of the previous list.
   */
  setDrawList(list: DrawList): void {
    this.columns.set(list);
    this.setShapes(undefined);
    this.setTails(undefined);
    this.#change("list");
  }

  /** Geometry of the current draw list. Copies what it needs. */
  setShapes(shapes: FrameShapes | undefined): void {
    this.shapes.set(shapes, this.columns.origin);
    this.#change("shapes");
    this.setHighlight(this.#highlight);
  }

  setHighlight(highlight: Highlight): void {
    this.#highlight = highlight;
    this.columns.highlight(highlight, this.shapes.outlined, this.shapes.rotated);
    this.#change("states");
  }

  /** Tails of the current draw list. */
  setTails(tails: Tails | undefined): void {
    if (tails === undefined && this.tails === undefined) return;
    this.tails = tails;
    this.#change("tails");
  }

  /** By type index. */
  setStyles(styles: readonly DrawStyle[]): void {
    this.styles = styles;
    this.#change("styles");
  }

  /** `labelOf` is called for each box when labels are laid out: after a new draw list, and after this call. */
  setLabels(labelOf: LabelOf | undefined): void {
    this.labelOf = labelOf;
    this.#change("labels");
  }

  /** Areas that labels keep free, CSS pixels from the canvas's corner: something is shown there. */
  setCovered(covered: readonly Rect[]): void {
    if (covered.length === 0 && this.covered.length === 0) return;
    this.covered = covered;
    this.#change("labels");
  }

  /** The same for attribute values. */
  setAttributes(attributesOf: AttributesOf | undefined): void {
    this.attributesOf = attributesOf;
    this.#change("attributes");
  }

  setOverlay(overlay: DrawnOverlay): void {
    this.overlay = overlay;
    this.#change("overlay");
  }

  /** Boxes to compare with those of the draw list. */
  setMarks(marks: readonly Mark[]): void {
    if (marks.length === 0 && this.marks.length === 0) return;
    this.marks = marks;
    this.#change("overlay");
  }
}

/** The part for users of the renderer; only the renderer sets the canvas. */
export type SceneInputs = Pick<Scene, "origin" | Exclude<Extract<keyof Scene, `set${string}`>, "setCanvas">>;

/** Which versions of the scene a reader has seen. */
export class Seen {
  readonly #seen: Partial<Record<ScenePart, number>> = {};

  /** Whether a part has changed since the last call for it. */
  isStale({ versions }: Scene, part: ScenePart): boolean {
    if (this.#seen[part] === versions[part]) return false;
    this.#seen[part] = versions[part];
    return true;
  }

  /** Whether any of them has. */
  areStale(scene: Scene, ...parts: readonly ScenePart[]): boolean {
    return parts.filter((part) => this.isStale(scene, part)).length > 0;
  }
}
