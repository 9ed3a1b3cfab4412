/** Further pictures of a dataset over its first one, while the pointer is on it. Loaded with the first of them. */
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";

/** Parts of a dataset that have pictures of their own, after the first one. */
const furtherParts = 4;
const partMs = 600;
const nextPart = (part: number): number => (part + 1) % (furtherParts + 1);

/** One after the other, each when it has come; then from the beginning again. A part without a picture is passed over. */
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
            // There is none besides the first: it stays.
            if (missing.current < furtherParts) setPart(nextPart);
          }}
        />
      )}
    </>
  );
}
