/** A component that is drawn anew, with everything in it and without losing its state, when the language changes. */
import { useSignals } from "@preact/signals-react/runtime";
import type { ComponentType } from "react";
import { languageCode } from "../base/texts/index.ts";

export function inLanguage(Page: ComponentType): ComponentType {
  return function InLanguage() {
    useSignals();
    languageCode();
    return <Page />;
  };
}
