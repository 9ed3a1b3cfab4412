/** The inspection of the chosen file, and the file to send. */
import { useEffect, useState } from "react";
import type { Rescaling } from "./ImportPreviewView.tsx";
import { type ImportPreview, isPreview, type PreviewState } from "./import-preview.ts";

interface Preview {
  readonly preview: PreviewState;
  /** The last result for this file, also while it is inspected again. */
  readonly shown: ImportPreview | undefined;
  readonly rescaling: Rescaling;
  setRescaling(rescaling: Rescaling): void;
  /** The file itself, or its annotations at another rate. */
  fileToSend(file: File): Promise<File>;
}

type Inspect = (file: File) => Promise<ImportPreview>;

interface FoundPreview {
  readonly file: File;
  readonly inspect: Inspect;
  readonly preview: ImportPreview | Error;
}

export function usePreview(file: File | null, inspect: Inspect): Preview {
  const [found, setFound] = useState<FoundPreview>();
  const [rescaling, setRescaling] = useState<Rescaling>({ isOn: false, fileFps: 1 });
  useEffect(() => {
    if (file === null) return undefined;
    let isOver = false;
    inspect(file).then(
      (preview) => {
        if (isOver) return;
        setFound({ file, inspect, preview });
        const { rate } = preview;
        if (rate !== undefined) setRescaling({ isOn: rate.isLikely, fileFps: rate.fileFps });
      },
      (error: unknown) => {
        if (!isOver) setFound({ file, inspect, preview: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [file, inspect]);
  const last = file !== null && found?.file === file ? found : undefined;
  const preview: PreviewState = file === null ? "none" : last?.inspect === inspect ? last.preview : "loading";
  return {
    preview,
    shown: last !== undefined && isPreview(last.preview) ? last.preview : undefined,
    rescaling,
    setRescaling,
    async fileToSend(chosen) {
      const rate = isPreview(preview) ? preview.rate : undefined;
      if (rate !== undefined && rescaling.isOn) return await rate.rescale(rescaling.fileFps);
      return (isPreview(preview) ? preview.converted : undefined) ?? chosen;
    },
  };
}

/** A file that could not be inspected may still be imported: the server reports its problems. */
export function mayStart(state: PreviewState, isInspected: boolean): boolean {
  if (isInspected && !isPreview(state)) return false;
  return state !== "loading" && !(isPreview(state) && state.isRefused);
}
