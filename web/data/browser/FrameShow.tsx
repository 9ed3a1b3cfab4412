/** Cycles through further pictures of a dataset while the pointer is on its first one. Loaded on first use. */
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";

/** Number of further pictures, taken from different parts of the dataset. */
const furtherParts = 4;
const partMs = 600;
const nextPart = (part: number): number => (part + 1) % (furtherParts + 1);

/**
 * Shows one picture after the other, each once it is loaded, then starts over. Parts without a picture are skipped.
 */
export default function FrameShow({ id }: { readonly id: string }) {
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
            // If no part has a picture, the first one stays.
            if (missing.current < furtherParts) setPart(nextPart);
          }}
        />
      )}
    </>
  );
}
