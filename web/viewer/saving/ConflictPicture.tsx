/** The part of the picture where two people have drawn: one side with solid lines, the other dashed. */

import { useEffect, useRef, useState } from "react";
import type { AnnotationCore, DetectionShape, FrameNumber, TrackId } from "#core/types";
import type { Picture } from "../../base/picture.ts";
import { t } from "../../base/texts/index.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import type { ConflictSide } from "../../session/saving/conflict.ts";
import classes from "./ConflictQuestions.module.css";

export interface Outline {
  readonly bounds: readonly [x1: number, y1: number, x2: number, y2: number];
  readonly shapes: readonly DetectionShape[];
}

export type Outlines = Readonly<Record<ConflictSide, Outline | undefined>>;

/** A version's outline of a track on a frame. */
export function outlineOf(core: AnnotationCore, id: TrackId, frame: FrameNumber): Outline | undefined {
  const bounds = core.hasTrack(id) ? core.detectionAt(id, frame)?.bounds : undefined;
  if (bounds === undefined) return undefined;
  const [x1, y1, x2, y2] = bounds;
  return { bounds: [x1, y1, x2, y2], shapes: core.shapes(id, frame) };
}

/** `undefined` while loading, and when it cannot be loaded. */
export function usePicture(camera: Camera, frame: FrameNumber | undefined): Picture | undefined {
  const [picture, setPicture] = useState<Picture | undefined>(undefined);
  useEffect(() => {
    const source = camera.source.peek();
    if (source === undefined || frame === undefined) return;
    const stop = new AbortController();
    let picture: Picture | undefined;
    source.getFrame(frame, { signal: stop.signal }).then(
      (got) => {
        if (stop.signal.aborted) return got.close();
        picture = got;
        setPicture(got);
      },
      // Without a picture only the outlines are drawn.
      () => undefined,
    );
    return () => {
      stop.abort();
      setPicture(undefined);
      picture?.close();
    };
  }, [camera, frame]);
  return picture;
}

export const sideColors: Readonly<Record<ConflictSide, string>> = { mine: "#4dabf7", theirs: "#ffa94d" };

/** CSS pixels. */
const size = { width: 340, height: 200 } as const;
/** Margin around both boxes, as a share of the larger one. */
const margin = 0.35;

interface ConflictPictureProps {
  readonly side: ConflictSide;
  readonly outlines: Outlines;
  readonly picture: Picture | undefined;
}

export function ConflictPicture({ side, outlines, picture }: ConflictPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) draw(context, side, outlines, picture);
  }, [side, outlines, picture]);
  const scale = globalThis.devicePixelRatio;
  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      width={size.width * scale}
      height={size.height * scale}
      role="img"
      aria-label={t(side === "mine" ? "viewer.conflictPictureMine" : "viewer.conflictPictureTheirs")}
      data-testid={`conflict-picture-${side}`}
      data-pictured={picture !== undefined || undefined}
    />
  );
}

function draw(
  context: CanvasRenderingContext2D,
  side: ConflictSide,
  outlines: Outlines,
  picture: Picture | undefined,
): void {
  const { width, height } = context.canvas;
  context.resetTransform();
  context.clearRect(0, 0, width, height);
  const { left, top, scale } = viewOf(outlines, width, height);
  const pixel = width / size.width;
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  if (picture !== undefined) context.drawImage(picture.image, 0, 0, picture.width, picture.height);
  const other = side === "mine" ? "theirs" : "mine";
  for (const each of [other, side] as const) {
    const outline = outlines[each];
    if (outline === undefined) continue;
    const path = pathOf(outline);
    context.setLineDash(each === side ? [] : [(5 * pixel) / scale, (4 * pixel) / scale]);
    // A dark line underneath keeps both colors visible on any picture.
    for (const [color, line] of [
      ["rgb(0 0 0 / 60%)", 4],
      [sideColors[each], 2],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = (line * pixel) / scale;
      context.stroke(path);
    }
  }
}

/** Fits both boxes into the canvas, but never so close that a small box loses its surroundings. */
function viewOf(outlines: Outlines, width: number, height: number) {
  const boxes = [outlines.mine, outlines.theirs].flatMap((outline) => outline?.bounds ?? []);
  const xs = boxes.filter((_, index) => index % 2 === 0);
  const ys = boxes.filter((_, index) => index % 2 === 1);
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [across, down] = [Math.max(x2 - x1, 32), Math.max(y2 - y1, 32)];
  const around = Math.max(across, down) * margin * 2;
  const scale = Math.min(width / (across + around), height / (down + around));
  return { scale, left: (x1 + x2) / 2 - width / scale / 2, top: (y1 + y2) / 2 - height / scale / 2 };
}

function pathOf({ bounds: [x1, y1, x2, y2], shapes }: Outline): Path2D {
  const path = new Path2D();
  path.rect(x1, y1, x2 - x1, y2 - y1);
  for (const { kind, paths } of shapes) {
    for (const points of paths) {
      for (const [index, [x, y]] of points.entries()) {
        if (points.length === 1) path.rect(x - 1, y - 1, 2, 2);
        else if (index === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
      if (kind === "Polygon") path.closePath();
    }
  }
  return path;
}
