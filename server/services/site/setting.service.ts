/** Settings that administrators change while the server runs. */
import { checkSetting, defaultOfSetting } from "../../domain/settings.ts";
import { conversionSpeedKey, conversionSpeedOf } from "../../domain/conversion-speed.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";
import { differences, writeAudit } from "../access/audit.service.ts";

export type RegistrationPolicy = "open" | "closed" | "approve";

/** Values that apply until an administrator changes them. */
export interface SettingDefaults {
  registrationPolicy: RegistrationPolicy;
  /** URL to which the web app reports; empty: none. */
  reportUrl: string;
  /** Whether this server sends mail. */
  sendsMail: boolean;
  /** Name of the identity provider; empty: none. */
  signInAt: string;
}

/** Readable without signing in. */
const publicKeys = [
  "core.banner_color",
  "core.brand_name",
  "core.contact_email_address",
  "core.enable_password_login",
  "core.privacy_notice",
  "core.registration_policy",
] as const;

/** @param value `null`: restore the default */
export async function storeSetting(
  tx: Repositories,
  ports: Ports,
  actor: Actor,
  key: string,
  value: unknown,
): Promise<void> {
  const before = await tx.settings.get(key);
  if (value === null) await tx.settings.remove(key);
  else await tx.settings.set(key, value);
  const target = { type: "setting", id: key, name: key };
  const changes = differences(members(key, before), members(key, value));
  if (changes.length > 0) await writeAudit(tx, ports, actor, { action: "setting.changed", target, changes });
}

/** For a document, only the differences are recorded. */
function members(key: string, value: unknown): Record<string, unknown> {
  const isDocument = typeof value === "object" && value !== null && !Array.isArray(value);
  return isDocument ? (value as Record<string, unknown>) : { [key]: value };
}

export class SettingService {
  readonly #ports: Ports;
  readonly #defaults: SettingDefaults;

  constructor(ports: Ports, defaults: SettingDefaults) {
    this.#ports = ports;
    this.#defaults = defaults;
  }

  /** @throws RequestError if it is not the name of a setting */
  async get(actor: Actor, key: string): Promise<unknown> {
    requireSiteAdmin(actor);
    return await this.#read(key);
  }

  /** Stores all of them or none; `null` restores the default. */
  async set(actor: Actor, values: readonly { key: string; value: unknown }[]): Promise<void> {
    requireSiteAdmin(actor);
    for (const { key, value } of values) {
      if (value === null) defaultOfSetting(key);
      else checkSetting(key, value);
    }
    await this.#ports.database.transaction("site", async (tx) => {
      for (const { key, value } of values) await storeSetting(tx, this.#ports, actor, key, value);
    });
  }

  async registrationPolicy(): Promise<RegistrationPolicy> {
    return (await this.#read("core.registration_policy")) as RegistrationPolicy;
  }

  async passwordLoginEnabled(): Promise<boolean> {
    return (await this.#read("core.enable_password_login")) === true;
  }

  async notificationStreamEnabled(): Promise<boolean> {
    return (await this.#read("core.notification_stream_enabled")) === true;
  }

  /** Lifetime of a session in days. */
  async sessionDays(): Promise<number> {
    return Number(await this.#read("core.cookie_lifetime"));
  }

  /** Minimum bytes of every chunk of an upload except the last; `undefined`: not configured. */
  async minChunkBytes(): Promise<number | undefined> {
    const bytes = await this.#read("core.upload_minimum_chunk_size");
    return typeof bytes === "number" ? bytes : undefined;
  }

  /** The `core.cors.*` settings; without origins, requests from other origins are refused. */
  async cors(): Promise<{ origins: string[]; methods: string; headers: string; exposed: string }> {
    const origins = String(await this.#read("core.cors.allow_origin"))
      .split(",")
      .map((origin) => origin.trim().toLowerCase())
      .filter((origin) => origin !== "");
    if (origins.length === 0) return { origins, methods: "", headers: "", exposed: "" };
    return {
      origins,
      methods: String(await this.#read("core.cors.allow_methods")),
      headers: String(await this.#read("core.cors.allow_headers")),
      exposed: String(await this.#read("core.cors.expose_headers")),
    };
  }

  async collectionCreators(): Promise<{ open: boolean; groups: string[]; users: string[] }> {
    const stored = (await this.#read("core.collection_create_policy")) as Record<string, unknown>;
    const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
    return { open: stored["open"] === true, groups: texts(stored["groups"]), users: texts(stored["users"]) };
  }

  async publicSettings(): Promise<Record<string, unknown>> {
    const stored = await Promise.all(publicKeys.map(async (key) => [key, await this.#read(key)]));
    const { reportUrl, sendsMail, signInAt } = this.#defaults;
    const speed = conversionSpeedOf(await this.#ports.database.settings.get(conversionSpeedKey));
    return {
      ...Object.fromEntries(stored),
      ...(reportUrl !== "" && { "wakeline.report_url": reportUrl }),
      ...(speed !== undefined && { [conversionSpeedKey]: speed }),
      ...(sendsMail && { "wakeline.sends_mail": true }),
      ...(signInAt !== "" && { "wakeline.sign_in_at": signInAt }),
    };
  }

  async #read(key: string): Promise<unknown> {
    const stored = await this.#ports.database.settings.get(key);
    if (stored !== undefined) return stored;
    return key === "core.registration_policy" ? this.#defaults.registrationPolicy : defaultOfSetting(key);
  }
}
