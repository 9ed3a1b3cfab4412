/** What this site is called and how it is reached: branding and public settings. Loaded before the first page. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { BrandData } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";

export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly favicon: string | undefined;
  readonly loginMessage: string;
  readonly alertMessage: string;
}

const DEFAULT_NAME = "Wakeline";

export const brandQuery = queryOptions({
  queryKey: ["brand"],
  queryFn: ({ signal }) => api.call("configuration.brand", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const configurationQuery = queryOptions({
  queryKey: ["configuration"],
  queryFn: ({ signal }) => api.call("configuration.get", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const publicSettingsQuery = queryOptions({
  queryKey: ["publicSettings"],
  queryFn: ({ signal }) => api.call("system.publicSettings", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useBrand(): Brand {
  return toBrand(useQuery(brandQuery).data);
}

/** Address for questions; empty when the site names none. */
export function usePublicSettings(): { readonly contactEmail: string } {
  const email = useQuery(publicSettingsQuery).data?.["core.contact_email_address"];
  return { contactEmail: typeof email === "string" ? email : "" };
}

/** What the site does not set is named here. An empty message is meant: nothing is shown. */
function toBrand(data: BrandData = {}): Brand {
  const name = data.name === undefined || data.name === "" ? DEFAULT_NAME : data.name;
  return {
    name,
    logo: data.logo,
    favicon: data.favicon,
    loginMessage: data.loginMessage ?? t("account.loginMessage", { brand: name }),
    alertMessage: data.alertMessage ?? "",
  };
}
