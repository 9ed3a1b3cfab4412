/** Wraps a component so that it re-renders completely, without losing its state, when the language changes. */
import { useSignals } from "@preact/signals-react/runtime";
import type { ComponentType } from "react";
import { languageCode } from "../base/texts/index.ts";

/** One wrapper per page: routes that share a page (the sets and revisions of a dataset) must not remount it. */
const made = new WeakMap<ComponentType, ComponentType>();

export function inLanguage(Page: ComponentType): ComponentType {
  const InLanguage = made.get(Page) ?? wrap(Page);
  made.set(Page, InLanguage);
  return InLanguage;
}

function wrap(Page: ComponentType): ComponentType {
  return function InLanguage() {
    useSignals();
    languageCode();
    return <Page />;
  };
}
