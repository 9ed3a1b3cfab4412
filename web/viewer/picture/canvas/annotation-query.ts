/**
 * Queries a camera's core for the annotations visible on the picture and passes them to the renderer: boxes, shapes,
 * tails, labels.
 */

import type { FrameNumber, TrackId } from "#core/types";
import type { SceneInputs } from "../../../render/scene.ts";
import { cutInMiddle } from "../../../base/texts/cut-in-middle.ts";
import { TrackTails } from "../../../render/track-tails.ts";
import type { Origin } from "../../../render/view.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { shortConfidence } from "../../../session/display/shown-pair.ts";
import type { Workspace } from "../../../session/workspace.ts";

/** Characters of a type's name on a label. */
const maxTypeLength = 24;

export class AnnotationQuery {
  readonly #workspace: Workspace;
  readonly #camera: Camera;
  readonly #scene: SceneInputs;
  /** The changes since the last run. */
  readonly #dirty = { list: true, styles: true };
  readonly #tails = new TrackTails();
  /** By type: frames are drawn often. */
  readonly #shortNames = new Map<string, string>();
  /** The frame that the renderer's draw list is for. */
  #frame: FrameNumber | undefined;
  #origin: Origin | undefined;
  #count: number | undefined;

  constructor(workspace: Workspace, camera: Camera, scene: SceneInputs) {
    this.#workspace = workspace;
    this.#camera = camera;
    this.#scene = scene;
    scene.setLabels((trackId, typeIndex, isFull) => this.#labelOf(trackId, typeIndex, isFull));
  }

  /** The visible set or the query has changed. */
  forgetList(): void {
    this.#dirty.list = true;
  }

  /** Annotations or their styles have changed. */
  forgetAll(): void {
    this.#dirty.list = true;
    this.#dirty.styles = true;
    this.#tails.forget();
  }

  /** Detections must match the picture they are drawn on: use the shown frame, not the requested one. */
  run(): void {
    const core = this.#core;
    const scene = this.#scene;
    const { typeStyles } = this.#workspace.display;
    const frame = this.#camera.shown.peek();
    if (this.#dirty.styles) {
      scene.setStyles(core.types().map((type) => typeStyles.of(type)));
      this.#dirty.styles = false;
    }
    const { origin } = scene;
    if (!this.#dirty.list && frame === this.#frame && origin === this.#origin) return;
    this.#dirty.list = false;
    this.#frame = frame;
    const list = core.shown.frameQuery(frame ?? (0 as FrameNumber), [origin.x, origin.y]);
    // Without a picture nothing is drawn.
    const count = frame === undefined ? 0 : list.count;
    const wasEmpty = this.#count === 0;
    this.#count = count;
    // A playing video without detections needs no redraw.
    if (count === 0 && wasEmpty) {
      this.#origin = origin;
      return;
    }
    scene.setDrawList({ ...list, count });
    if (frame !== undefined && list.hasGeometry) scene.setShapes(core.shown.frameShapes(frame));
    this.#origin = scene.origin;
    const { visible, trackTails } = this.#workspace.settings.settings.peek().annotatorPreferences;
    if (!visible.trackTails || frame === undefined || list.count === 0) return;
    // The list is only valid until the next call to the core.
    const trackIds = list.trackIds.slice(0, list.count);
    const { originX: x, originY: y } = list;
    scene.setTails(this.#tails.compute(core.shown, frame, trackIds, { x, y }, trackTails));
  }

  /** Looked up each time: the camera's document may be replaced. */
  get #core() {
    return this.#camera.document.peek().core;
  }

  /**
   * Selected and hovered tracks get their number, to distinguish them, and the whole name of their type. For the others
   * the type is enough; a long one is cut, so that it does not cover the picture.
   */
  #labelOf(trackId: number, typeIndex: number, isFull: boolean): string | undefined {
    const type = this.#core.types()[typeIndex] ?? "";
    const style = this.#workspace.display.typeStyles.of(type);
    if (!style.showLabel) return undefined;
    const pair = style.showConfidence ? this.#core.track(trackId as TrackId).shown : undefined;
    return [isFull ? trackId : "", isFull ? type : this.#shortNameOf(type), shortConfidence(pair)]
      .filter((part) => part !== "")
      .join(" ");
  }

  #shortNameOf(type: string): string {
    const name = this.#shortNames.get(type) ?? cutInMiddle(type, maxTypeLength);
    this.#shortNames.set(type, name);
    return name;
  }
}
