/** The site's name and icon in the browser's tab. */
import { useEffect } from "react";
import { useBrand } from "../features/site.ts";

export function useBrandInPage(): void {
  const { name, favicon } = useBrand();
  useEffect(() => {
    document.title = name;
  }, [name]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (link !== null && favicon !== undefined && favicon !== "") link.href = favicon;
  }, [favicon]);
}
