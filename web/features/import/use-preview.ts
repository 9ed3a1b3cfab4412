/** The look at the chosen file, and what is to be sent of it. */
import { useEffect, useState } from "react";
import type { Rescaling } from "./ImportPreviewView.tsx";
import type { ImportPreview } from "./import-preview.ts";

type State = "none" | "loading" | Error | ImportPreview;

interface Preview {
  readonly preview: State;
  readonly rescaling: Rescaling;
  setRescaling(rescaling: Rescaling): void;
  /** The file itself, or its annotations at another rate. */
  fileToSend(file: File): Promise<File>;
}

export function usePreview(file: File | null, inspect: ((file: File) => Promise<ImportPreview>) | undefined): Preview {
  const [found, setFound] = useState<{ readonly file: File; readonly preview: ImportPreview | Error }>();
  const [rescaling, setRescaling] = useState<Rescaling>({ isOn: false, fileFps: 1 });
  useEffect(() => {
    if (file === null || inspect === undefined) return undefined;
    let isOver = false;
    inspect(file).then(
      (preview) => {
        if (isOver) return;
        setFound({ file, preview });
        const { rate } = preview;
        // Detections that nobody could see are rarely meant.
        if (rate !== undefined)
          setRescaling({ isOn: rate.behindCount > 0 && rate.fileFps !== rate.fps, fileFps: rate.fileFps });
      },
      (error: unknown) => {
        if (!isOver) setFound({ file, preview: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [file, inspect]);
  const preview: State =
    file === null || inspect === undefined ? "none" : found?.file === file ? found.preview : "loading";
  return {
    preview,
    rescaling,
    setRescaling,
    async fileToSend(chosen) {
      const rate = isPreview(preview) ? preview.rate : undefined;
      if (rate !== undefined && rescaling.isOn) return await rate.rescale(rescaling.fileFps);
      return (isPreview(preview) ? preview.convert?.() : undefined) ?? chosen;
    },
  };
}

export function isPreview(state: State): state is ImportPreview {
  return typeof state === "object" && !(state instanceof Error);
}

/** What could not be looked at may still be imported: the server says what is wrong with it. */
export function mayStart(state: State, isConverted: boolean): boolean {
  if (isConverted && !isPreview(state)) return false;
  return state !== "loading" && !(isPreview(state) && state.isRefused);
}
