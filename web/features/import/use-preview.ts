/** The look at the chosen file, and what is to be sent of it. */
import { useEffect, useState } from "react";
import type { Rescaling } from "./ImportPreviewView.tsx";
import { type ImportPreview, isPreview, type PreviewState } from "./import-preview.ts";

interface Preview {
  readonly preview: PreviewState;
  readonly rescaling: Rescaling;
  setRescaling(rescaling: Rescaling): void;
  /** The file itself, or its annotations at another rate. */
  fileToSend(file: File): Promise<File>;
}

export function usePreview(file: File | null, inspect: (file: File) => Promise<ImportPreview>): Preview {
  const [found, setFound] = useState<{ readonly file: File; readonly preview: ImportPreview | Error }>();
  const [rescaling, setRescaling] = useState<Rescaling>({ isOn: false, fileFps: 1 });
  useEffect(() => {
    if (file === null) return undefined;
    let isOver = false;
    inspect(file).then(
      (preview) => {
        if (isOver) return;
        setFound({ file, preview });
        const { rate } = preview;
        if (rate !== undefined) setRescaling({ isOn: rate.isLikely, fileFps: rate.fileFps });
      },
      (error: unknown) => {
        if (!isOver) setFound({ file, preview: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [file, inspect]);
  const preview: PreviewState = file === null ? "none" : found?.file === file ? found.preview : "loading";
  return {
    preview,
    rescaling,
    setRescaling,
    async fileToSend(chosen) {
      const rate = isPreview(preview) ? preview.rate : undefined;
      if (rate !== undefined && rescaling.isOn) return await rate.rescale(rescaling.fileFps);
      return (isPreview(preview) ? preview.converted : undefined) ?? chosen;
    },
  };
}

/** What could not be looked at may still be imported: the server says what is wrong with it. */
export function mayStart(state: PreviewState, isInspected: boolean): boolean {
  if (isInspected && !isPreview(state)) return false;
  return state !== "loading" && !(isPreview(state) && state.isRefused);
}
