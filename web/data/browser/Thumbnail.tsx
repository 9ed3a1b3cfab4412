/**
 * The small picture of a dataset in a list. Its icon is in the same place until the picture has come, and where there
 * is none; only pictures in sight are fetched.
 */
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";
import classes from "./Thumbnail.module.css";
import { takeTurn } from "./thumbnail-turns.ts";

interface ThumbnailProps {
  readonly id: string;
  readonly busy?: boolean;
  /** Further pictures are shown one after the other while the pointer is on it. */
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
      endTurn.current = takeTurn(() => setWanted(true));
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

const mayMove = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Parts of a dataset that have pictures of their own, after the first one. */
const furtherParts = 4;
const partMs = 600;
const nextPart = (part: number): number => (part + 1) % (furtherParts + 1);

/** One after the other, each when it has come; then from the beginning again. A part without a picture is passed over. */
function FrameShow({ id }: { readonly id: string }) {
  const [part, setPart] = useState(1);
  const [shown, setShown] = useState<string>();
  const missing = useRef(0);
  const src = api.url("dataset.thumbnail", part === 0 ? { id } : { id, part });
  useEffect(() => {
    if (shown !== src) return undefined;
    const timer = setTimeout(() => setPart(nextPart), partMs);
    return () => clearTimeout(timer);
  }, [shown, src]);
  return (
    <>
      {shown !== undefined && <img src={shown} alt="" data-part draggable={false} />}
      {shown !== src && (
        <img
          key={src}
          src={src}
          alt=""
          hidden
          onLoad={() => setShown(src)}
          onError={() => {
            missing.current += 1;
            // There is none besides the first: it stays.
            if (missing.current < furtherParts) setPart(nextPart);
          }}
        />
      )}
    </>
  );
}
