/** Settings that administrators change at run time, with their defaults. */
import type { Ports } from "../ports/index.ts";

export type RegistrationPolicy = "open" | "closed" | "approve";

export interface SettingDefaults {
  registrationPolicy: RegistrationPolicy;
}

export class SettingService {
  readonly #ports: Ports;
  readonly #defaults: SettingDefaults;

  constructor(ports: Ports, defaults: SettingDefaults) {
    this.#ports = ports;
    this.#defaults = defaults;
  }

  async registrationPolicy(): Promise<RegistrationPolicy> {
    const stored = await this.#ports.database.settings.get("core.registration_policy");
    return stored === "open" || stored === "closed" || stored === "approve"
      ? stored
      : this.#defaults.registrationPolicy;
  }

  /** What anybody may read. */
  async publicSettings(): Promise<Record<string, unknown>> {
    const { settings } = this.#ports.database;
    return {
      "core.banner_color": (await settings.get("core.banner_color")) ?? "#3F3B3B",
      "core.brand_name": (await settings.get("core.brand_name")) ?? "Wakeline",
      "core.contact_email_address": (await settings.get("core.contact_email_address")) ?? "",
      "core.enable_password_login": true,
      "core.privacy_notice": (await settings.get("core.privacy_notice")) ?? "",
      "core.registration_policy": await this.registrationPolicy(),
    };
  }
}
