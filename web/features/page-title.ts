/** What the page shows, for the title of the browser's tab. */
import { signal, type ReadonlySignal } from "@preact/signals-core";
import { useEffect } from "react";

const shown = signal<string | undefined>(undefined);

/** What the page that is open shows; `undefined` while that is not known. */
export const pageTitle: ReadonlySignal<string | undefined> = shown;

/** Call it in the component that knows what is shown; `undefined` while that is not known yet. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    shown.value = title;
    return () => {
      shown.value = undefined;
    };
  }, [title]);
}
