/** What this installation can do and how it presents itself. */
import { checkShape, anything, object, optional, text } from "../domain/shape.ts";
import { ValidationError } from "../base/errors.ts";
import type { Ports } from "../ports/index.ts";
import { requireSiteAdmin, requireUser, type Actor } from "./actor.ts";

const brandKey = "brand_data_config";
const jobsDisabledMessage = "Updates will be happening soon, we are disabling jobs until after the updates";

const brandShape = object(
  {
    alertMessage: optional(text),
    favicon: optional(text),
    loginMessage: optional(text),
    logo: optional(text),
    name: optional(text),
    trainingMessage: optional(text),
    vuetify: optional(anything),
  },
  "refuse",
);

export class ConfigurationService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** This server runs no pipelines and trains no models. */
  async describe(): Promise<{
    distributedWorker: null;
    pipelinesEnabled: boolean;
    trainingEnabled: boolean;
    jobsDisabled: boolean;
    jobsDisabledMessage: string;
  }> {
    return {
      distributedWorker: null,
      pipelinesEnabled: false,
      trainingEnabled: false,
      jobsDisabled: false,
      jobsDisabledMessage,
    };
  }

  async brand(): Promise<Record<string, unknown>> {
    const stored = await this.#ports.database.settings.get(brandKey);
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  }

  async setBrand(actor: Actor, body: unknown): Promise<void> {
    requireSiteAdmin(actor);
    const result = checkShape("BrandData", brandShape, body);
    if (!result.ok) throw new ValidationError(result.message);
    await this.#ports.database.settings.set(brandKey, result.value);
  }

  /** By category; empty while pipelines are off. */
  async pipelines(actor: Actor): Promise<Record<string, { pipes: unknown[]; description: string }>> {
    requireUser(actor);
    return {};
  }

  async trainingConfigurations(
    actor: Actor,
  ): Promise<{ training: { configs: string[]; default: string }; models: Record<string, unknown> }> {
    requireUser(actor);
    return { training: { configs: [], default: "" }, models: {} };
  }
}
