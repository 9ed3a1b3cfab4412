/** Branding and public settings of this site. Loaded before the first page. */
import { signal } from "@preact/signals-core";
import type { BrandData } from "#schemas/wire";
import { t } from "../base/texts/index.ts";
import { api } from "./client.ts";

export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly favicon: string | undefined;
  /** `#rrggbb`; `undefined`: our default. */
  readonly accent: string | undefined;
  readonly loginMessage: string;
  readonly alertMessage: string;
  /** Shown when a training was started; `undefined`: our default. */
  readonly trainingMessage: string | undefined;
}

const defaultName = "Wakeline";

/** The branding that the site has set. */
export const brandData = signal<BrandData>({});
/** Settings that every user may read, by key. */
export const publicSettings = signal<Readonly<Record<string, unknown>>>({});

export async function loadBrand(abort?: AbortSignal): Promise<BrandData> {
  const data = await api.call("configuration.brand", {}, abort === undefined ? {} : { signal: abort });
  brandData.value = data;
  return data;
}

export async function loadPublicSettings(): Promise<void> {
  publicSettings.value = await api.call("system.publicSettings", {});
}

/** Fills in our defaults. An empty message is intentional: none is shown. */
export function toBrand(data: BrandData): Brand {
  const name = data.name === undefined || data.name === "" ? defaultName : data.name;
  return {
    name,
    logo: data.logo,
    favicon: data.favicon,
    accent: accentOf(data),
    loginMessage: data.loginMessage ?? t("account.loginMessage", { brand: name }),
    alertMessage: data.alertMessage ?? "",
    trainingMessage: data.trainingMessage,
  };
}

/** Where existing clients store a site's colors; the other members are theirs. */
interface StoredTheme {
  readonly theme?: { readonly themes?: { readonly dark?: { readonly primary?: unknown } } };
}

export function accentOf({ vuetify }: BrandData): string | undefined {
  const primary = (vuetify as StoredTheme | null | undefined)?.theme?.themes?.dark?.primary;
  return typeof primary === "string" && isColor(primary) ? primary : undefined;
}

/** Safe for a style sheet: only a color. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);
