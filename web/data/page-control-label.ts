/** Names for the arrows of a pagination. */
import { t } from "../base/texts/index.ts";

export function pageControlLabel(control: "first" | "previous" | "next" | "last"): { readonly "aria-label": string } {
  return { "aria-label": t(`browse.page.${control}`) };
}
