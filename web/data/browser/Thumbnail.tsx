/**
 * The thumbnail of a dataset in a list. The icon takes its place until it has loaded, and if the dataset has none; only
 * visible thumbnails are fetched.
 */
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import classes from "./Thumbnail.module.css";
import { queueThumbnail } from "./thumbnail-turns.ts";

interface ThumbnailProps {
  readonly id: string;
  readonly busy?: boolean;
  /** Cycles through further pictures on hover. */
  readonly plays?: boolean;
  /** The icon. */
  readonly children: ReactNode;
}

export function Thumbnail({ id, busy = false, plays = false, children }: ThumbnailProps) {
  const box = useRef<HTMLSpanElement>(null);
  const endTurn = useRef<() => void>(undefined);
  const [isWanted, setWanted] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      endTurn.current = queueThumbnail(() => setWanted(true));
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      endTurn.current?.();
    };
  }, []);
  return (
    <span
      ref={box}
      className={classes.thumbnail}
      data-busy={busy || undefined}
      {...(plays && {
        onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === "mouse" && setPlaying(mayMove()),
        onPointerLeave: () => setPlaying(false),
      })}
    >
      {children}
      {isWanted && (
        <img
          src={api.url("dataset.thumbnail", { id })}
          alt=""
          draggable={false}
          onLoad={() => endTurn.current?.()}
          onError={() => {
            endTurn.current?.();
            setWanted(false);
          }}
        />
      )}
      {isWanted && isPlaying && <FrameShow id={id} />}
    </span>
  );
}

const FrameShow = lazyPart(async () => (await import("./FrameShow.tsx")).default);

const mayMove = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;
