/** What this site is called and how it is reached: branding and public settings. Loaded before the first page. */
import type { BrandData } from "#schemas/wire";
import { api } from "../api/client.ts";
import { t } from "../base/texts/index.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly favicon: string | undefined;
  readonly loginMessage: string;
  readonly alertMessage: string;
  /** Said when a training was started. */
  readonly trainingMessage: string;
}

const defaultName = "Wakeline";

export const brandQuery = question({
  queryKey: [...keys.site, "brand"],
  queryFn: ({ signal }) => api.call("configuration.brand", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const configurationQuery = question({
  queryKey: [...keys.site, "configuration"],
  queryFn: ({ signal }) => api.call("configuration.get", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const publicSettingsQuery = question({
  queryKey: [...keys.site, "publicSettings"],
  queryFn: ({ signal }) => api.call("system.publicSettings", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the site does not set is named here. An empty message is meant: nothing is shown. */
export function toBrand(data: BrandData = {}): Brand {
  const name = data.name === undefined || data.name === "" ? defaultName : data.name;
  return {
    name,
    logo: data.logo,
    favicon: data.favicon,
    loginMessage: data.loginMessage ?? t("account.loginMessage", { brand: name }),
    alertMessage: data.alertMessage ?? "",
    trainingMessage: data.trainingMessage ?? t("admin.branding.trainingDefault"),
  };
}
