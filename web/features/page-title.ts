/** The title of the browser tab: what the page shows. */
import { signal, type ReadonlySignal } from "@preact/signals-core";
import { useEffect } from "react";

const shown = signal<string | undefined>(undefined);

/** Title of the open page; `undefined` while unknown. */
export const pageTitle: ReadonlySignal<string | undefined> = shown;

/** Call it in the component that knows the title; `undefined` while it is unknown. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    shown.value = title;
    return () => {
      shown.value = undefined;
    };
  }, [title]);
}
