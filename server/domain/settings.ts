/**
 * Settings that administrators change while the server runs: their names in the API, their defaults and valid values.
 * Unknown names are refused, so that typos are noticed.
 */
import { RequestError, ValidationError } from "../base/errors.ts";

interface Setting {
  readonly fallback: unknown;
  /** Why a value is invalid; `undefined`: it is valid. */
  readonly check: (value: unknown) => string | undefined;
}

const text = (fallback = "", maxLength = 10_000): Setting => ({
  fallback,
  check: (value) => (typeof value === "string" && value.length <= maxLength ? undefined : "It must be a text."),
});
const flag = (fallback: boolean): Setting => ({
  fallback,
  check: (value) => (typeof value === "boolean" ? undefined : "It must be true or false."),
});
const amount = (fallback: number | null, min = 0): Setting => ({
  fallback,
  check: (value) =>
    typeof value === "number" && Number.isFinite(value) && value >= min
      ? undefined
      : `It must be a number of at least ${min}.`,
});
const choice = (fallback: string | null, values: readonly string[]): Setting => ({
  fallback,
  check: (value) => (values.includes(String(value)) ? undefined : `It must be one of ${values.join(", ")}.`),
});
const document = (fallback: unknown): Setting => ({
  fallback,
  check: (value) => (typeof value === "object" ? undefined : "It must be a JSON object."),
});

const settings: Readonly<Record<string, Setting>> = {
  "core.banner_color": {
    fallback: "#3F3B3B",
    check: (value) => (/^#[0-9a-f]{6}$/i.test(String(value)) ? undefined : "It must be a color such as #3F3B3B."),
  },
  "core.brand_name": text("Wakeline", 200),
  "core.contact_email_address": text("", 254),
  "core.cookie_lifetime": amount(180, 0.001),
  "core.collection_create_policy": document({ open: false, groups: [], users: [] }),
  "core.cors.allow_origin": text(),
  "core.cors.allow_methods": text("GET, POST, PUT, HEAD, DELETE, PATCH"),
  "core.cors.allow_headers": text(
    "Accept-Encoding, Authorization, Content-Disposition, Content-Type, Cookie, Girder-Authorization, Girder-OTP, Girder-Token",
  ),
  "core.cors.expose_headers": text("Girder-Total-Count, Content-Disposition"),
  "core.email_verification": choice("disabled", ["disabled"]),
  "core.enable_password_login": flag(true),
  "core.notification_stream_enabled": flag(true),
  "core.privacy_notice": text(),
  // `null`: as configured at start.
  "core.registration_policy": choice(null, ["open", "closed", "approve"]),
  "core.upload_minimum_chunk_size": amount(null),
  clonesKeepMedia: flag(false),
  taskOverview: flag(true),
  brand_data_config: document({}),
  installed_addons: document(null),
  jobs_configs: document({}),
  jobs_disabled_config: document({}),
  "worker.api_url": text(),
};

/** @throws RequestError if it is not the name of a setting */
export function defaultOfSetting(key: string): unknown {
  return requireSetting(key).fallback;
}

/** @throws RequestError, ValidationError */
export function checkSetting(key: string, value: unknown): void {
  const wrong = requireSetting(key).check(value);
  if (wrong !== undefined) throw new ValidationError(`Invalid value for the setting ${key}. ${wrong}`, "value");
}

function requireSetting(key: string): Setting {
  const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
  if (setting === undefined) throw new RequestError(`Invalid setting key: "${key.slice(0, 100)}".`);
  return setting;
}
