/**
 * The picture of the frame under the pointer, small, above the timeline. It is requested when the pointer rests, and
 * not while the video plays, which needs the decoder for itself.
 */

import { Portal } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Timeline.module.css";

const restMs = 120;
const widthPx = 144;

interface FrameThumbnailProps {
  readonly frame: number;
  /** CSS pixels of the window: the pointer, and the upper edge of the timeline. */
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
    // A large image has a viewer of its own for what it shows, and mostly one frame.
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
        // A frame without a picture has no thumbnail; the canvas says why when the user goes there.
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
        // Of another frame it would be taken for this one.
        hidden={painted !== frame}
        style={{ left, bottom: globalThis.innerHeight - top + 6, width: widthPx }}
      />
    </Portal>
  );
}
