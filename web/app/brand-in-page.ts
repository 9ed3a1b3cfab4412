/** Sets the tab's title (what the page shows, and the site's name), the site's icon and its color. */
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { pageTitle } from "../features/page-title.ts";
import { useBrand } from "../features/site.ts";
import { defaultFavicon } from "../ui/theme/own-favicon.ts";

export function useBrandInPage(): void {
  useSignals();
  const { name, favicon, accent } = useBrand();
  const title = pageTitle.value;
  useEffect(() => {
    document.title = title === undefined ? name : `${title} · ${name}`;
  }, [title, name]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (link !== null) link.href = favicon === undefined || favicon === "" ? defaultFavicon : favicon;
  }, [favicon]);
  useEffect(() => {
    // Apply the first accent before the first page is shown.
    showAccent(accent).catch(() => undefined);
  }, [accent]);
}

let isAccentKnown = false;

/** Loaded only if a site has its own color. */
export async function showAccent(accent: string | undefined): Promise<void> {
  if (accent === undefined && !isAccentKnown) return;
  isAccentKnown = true;
  const { applyAccent } = await import("../ui/theme/accent.ts");
  applyAccent(accent);
}
