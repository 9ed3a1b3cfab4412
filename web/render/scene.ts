/**
 * The renderer's latest inputs, each part with a version that tells a layer whether to upload it again. The scene
 * survives a lost context; new layers have seen nothing, and so upload everything.
 */
import type { DrawList, FrameShapes } from "#core/types";
import { plainPicture, type ImageEnhancements } from "../base/image-enhancements.ts";
import type { Mark } from "../base/overlay.ts";
import type { Picture } from "../base/picture.ts";
import type { ShownTile } from "../base/tile-pyramid.ts";
import type { AttributesOf } from "./attribute-text.ts";
import { DrawColumns } from "./draw-columns.ts";
import { ShapeColumns } from "./shape-columns.ts";
import type { Tails } from "./track-tails.ts";
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
  /** Shader uniforms: nothing is uploaded for them, so they have no version. */
  enhancements: ImageEnhancements = plainPicture;
  /** By type index. */
  styles: readonly DrawStyle[] = [];
  labelOf: LabelOf | undefined;
  /** Labels without a place in the last frame. */
  hiddenLabelCount = 0;
  attributesOf: AttributesOf | undefined;
  overlay: DrawnOverlay = { color: "#ffffff" };
  /** Drawn together with the overlay, under it. */
  marks: readonly Mark[] = [];
  tails: Tails | undefined;
  /** Of the picture, coarse ones first; the layer compares them by key. */
  tiles: readonly ShownTile[] = [];
  #highlight: Highlight = { selected: new Set() };

  /** Takes ownership of the picture and closes the previous one. */
  setPicture(picture: Picture | undefined): void {
    if (this.picture !== picture) this.picture?.close();
    this.tiles = [];
    this.picture = picture;
    this.versions.picture++;
  }

  /** The same for the picture of another camera. */
  setOtherPicture(picture: Picture | undefined): void {
    if (this.otherPicture !== picture) this.otherPicture?.close();
    this.otherPicture = picture;
    this.versions.otherPicture++;
  }

  /** Drops the shapes and tails of the previous list. */
  setList(list: DrawList): void {
    this.columns.set(list);
    this.setShapes(undefined);
    this.setTails(undefined);
    this.versions.list++;
  }

  setShapes(shapes: FrameShapes | undefined): void {
    this.shapes.set(shapes, this.columns.origin);
    this.versions.shapes++;
    this.setHighlight(this.#highlight);
  }

  setHighlight(highlight: Highlight): void {
    this.#highlight = highlight;
    this.columns.highlight(highlight, this.shapes.outlined, this.shapes.turned);
    this.versions.states++;
  }

  /** The tails for the current list. */
  setTails(tails: Tails | undefined): void {
    if (tails === undefined && this.tails === undefined) return;
    this.tails = tails;
    this.versions.tails++;
  }

  setStyles(styles: readonly DrawStyle[]): void {
    this.styles = styles;
    this.versions.styles++;
  }

  setLabels(labelOf: LabelOf | undefined): void {
    this.labelOf = labelOf;
    this.versions.labels++;
  }

  setAttributes(attributesOf: AttributesOf | undefined): void {
    this.attributesOf = attributesOf;
    this.versions.attributes++;
  }

  setOverlay(overlay: DrawnOverlay): void {
    this.overlay = overlay;
    this.versions.overlay++;
  }

  setMarks(marks: readonly Mark[]): void {
    if (marks.length === 0 && this.marks.length === 0) return;
    this.marks = marks;
    this.versions.overlay++;
  }
}

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
