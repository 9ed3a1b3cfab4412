/**
 * A thumbnail of the frame under the pointer, above the timeline. Requested once the pointer rests, and never during
 * playback, which needs the decoder for itself.
 */

import { Portal } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { FrameNumber, PlainOr } from "#core/types";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Timeline.module.css";

const restMs = 120;
const widthPx = 144;

interface FrameThumbnailProps {
  readonly frame: PlainOr<FrameNumber>;
  /** CSS pixels in the window: the pointer's x, and the top of the timeline. */
  readonly x: number;
  readonly top: number;
}

export function FrameThumbnail({ frame, x, top }: FrameThumbnailProps) {
  useSignals();
  const { playback, workspace } = useViewer();
  const source = workspace.active.value.source.value;
  const isPlaying = playback.playing.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painted, setPainted] = useState<number>();

  useEffect(() => {
    // Large images have their own viewer and mostly one frame.
    if (source === undefined || source.kind === "large-image" || isPlaying) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      source.getFrame(frame, { signal: stop.signal }).then(
        (picture) => {
          const target = canvas.current;
          if (!stop.signal.aborted && target !== null) {
            target.width = widthPx * devicePixelRatio;
            target.height = Math.round((target.width * picture.height) / picture.width);
            target.getContext("2d")?.drawImage(picture.image, 0, 0, target.width, target.height);
            setPainted(frame);
          }
          picture.close();
        },
        // A frame without a picture has no thumbnail; the canvas explains why when the user goes there.
        () => undefined,
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [source, frame, isPlaying]);

  if (source === undefined || source.kind === "large-image" || isPlaying) return null;
  const left = Math.min(globalThis.innerWidth - widthPx - 8, Math.max(8, x - widthPx / 2));
  return (
    <Portal>
      <canvas
        ref={canvas}
        className={classes.thumbnail}
        aria-hidden
        data-testid="thumbnail"
        data-frame={painted}
        // A thumbnail of another frame would be misleading.
        hidden={painted !== frame}
        style={{ left, bottom: globalThis.innerHeight - top + 6, width: widthPx }}
      />
    </Portal>
  );
}
