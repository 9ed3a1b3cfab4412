/**
 * The small picture of a dataset in a list. Its icon is in the same place until the picture has come, and where there
 * is none; only pictures in sight are fetched.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";
import classes from "./Thumbnail.module.css";
import { takeTurn } from "./thumbnail-turns.ts";

interface ThumbnailProps {
  readonly id: string;
  readonly busy?: boolean;
  /** The icon. */
  readonly children: ReactNode;
}

export function Thumbnail({ id, busy = false, children }: ThumbnailProps) {
  const box = useRef<HTMLSpanElement>(null);
  const endTurn = useRef<() => void>(undefined);
  const [isWanted, setWanted] = useState(false);
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
    <span ref={box} className={classes.thumbnail} data-busy={busy || undefined}>
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
    </span>
  );
}
