/** The site's settings, for the pages that show and change them. Code that every page needs is in `api/site.ts`. */
import { api } from "../api/client.ts";
import { loadBrand } from "../api/site.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

export const brandQuery = question({
  queryKey: [...keys.site, "brand"],
  queryFn: ({ signal }) => loadBrand(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const configurationQuery = question({
  queryKey: [...keys.site, "configuration"],
  queryFn: ({ signal }) => api.call("configuration.get", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
