/** The title of the browser's tab, which is what the page shows and the site's name; and the site's icon. */
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { pageTitle } from "../features/page-title.ts";
import { useBrand } from "../features/site.ts";

export function useBrandInPage(): void {
  useSignals();
  const { name, favicon } = useBrand();
  const title = pageTitle.value;
  useEffect(() => {
    document.title = title === undefined ? name : `${title} · ${name}`;
  }, [title, name]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (link !== null && favicon !== undefined && favicon !== "") link.href = favicon;
  }, [favicon]);
}
