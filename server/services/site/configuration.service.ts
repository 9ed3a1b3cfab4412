/** Features and appearance of this installation. */
import { anything, boolean, checkBody, object, optional, text, type Check } from "../../domain/body-check.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import type { Addon } from "../../ports/addon-store.ts";
import type { Ports } from "../../ports/index.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import { runPipeline } from "../jobs/kinds/pipeline.ts";
import { trainModel } from "../jobs/kinds/training.ts";
import { upgradePipelines } from "../jobs/kinds/upgrade-pipelines.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import { storeSetting } from "./setting.service.ts";

const brandKey = "brand_data_config";
const jobsDisabledKey = "jobs_disabled_config";
const pipelineConfigurationsKey = "jobs_configs";
const addonsKey = "installed_addons";
const defaultDisabledMessage = "Updates will be happening soon, we are disabling jobs until after the updates";

const brandCheck = object(
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

const jobsDisabledCheck = object({ disabled: boolean, message: optional(text) }, "drop");

export class ConfigurationService {
  readonly #ports: Ports;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, registry: JobRegistry) {
    this.#ports = ports;
    this.#registry = registry;
  }

  /** @param user whose own workers count too */
  async describe({ user }: Actor): Promise<{
    distributedWorker: string | null;
    pipelinesEnabled: boolean;
    trainingEnabled: boolean;
    jobsDisabled: boolean;
    jobsDisabledMessage: string;
  }> {
    const { disabled, message } = await this.#jobsDisabled();
    return {
      distributedWorker: (await this.#registry.arePrivateQueuesServed()) ? "private" : null,
      pipelinesEnabled: await this.#registry.canRun(runPipeline, user),
      trainingEnabled: await this.#registry.canRun(trainModel, user),
      jobsDisabled: disabled,
      jobsDisabledMessage: message,
    };
  }

  /** @returns the new state; a missing message is replaced by the default */
  async setJobsDisabled(actor: Actor, body: unknown): Promise<{ disabled: boolean; message: string }> {
    requireSiteAdmin(actor);
    const { disabled, message = "" } = accepted("JobsDisabled", jobsDisabledCheck, body);
    await this.#store(actor, jobsDisabledKey, { disabled, message });
    return await this.#jobsDisabled();
  }

  /** @throws RequestError 503 while an administrator has switched jobs off */
  async refuseWhileDisabled(): Promise<void> {
    const { disabled, message } = await this.#jobsDisabled();
    if (disabled) throw new RequestError(message, 503);
  }

  async brand(): Promise<Record<string, unknown>> {
    const stored = await this.#ports.database.settings.get(brandKey);
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  }

  /** Other servers that logo and icon are loaded from. */
  async brandOrigins(): Promise<string[]> {
    const { logo, favicon } = await this.brand();
    const origins = [logo, favicon].flatMap((address) =>
      typeof address === "string" && /^https?:\/\//i.test(address) && URL.canParse(address)
        ? [new URL(address).origin]
        : [],
    );
    return [...new Set(origins)];
  }

  async setBrand(actor: Actor, body: unknown): Promise<void> {
    requireSiteAdmin(actor);
    await this.#store(actor, brandKey, accepted("BrandData", brandCheck, body));
  }

  /** Rows of name, URL, description and whether it is installed. */
  async addons(actor: Actor): Promise<(string | boolean)[][]> {
    requireSiteAdmin(actor);
    const listed = await this.#listedAddons();
    return listed.map(({ name, url, description, isInstalled }) => [name, url, description, isInstalled]);
  }

  /**
   * Starts a job that installs addons of the list: those that are not installed in the listed version, or all with
   * `force`.
   * @throws RequestError 503 if no worker can do it
   */
  async upgradePipelines(actor: Actor, urls: unknown, force: boolean): Promise<void> {
    requireSiteAdmin(actor);
    const isList = Array.isArray(urls) && urls.every((url) => typeof url === "string");
    if (urls !== undefined && !isList) throw new RequestError("The request body must be a JSON array of addresses.");
    await this.refuseWhileDisabled();
    await this.#registry.requireRunnable(upgradePipelines);
    const listed = await this.#listedAddons();
    // Without URLs: installed addons for which the list has a newer version.
    const chosen =
      urls === undefined ? listed.filter((one) => one.isInstalled).map(({ url }) => url) : [...new Set(urls)];
    const unlisted = chosen.find((url) => !listed.some((one) => one.url === url));
    if (unlisted !== undefined)
      throw new RequestError(`${String(unlisted).slice(0, 200)} is not an addon of this site.`);
    const isWanted = (url: string): boolean => force || listed.some((one) => one.url === url && !one.isCurrent);
    const task = { urls: (chosen as string[]).filter(isWanted) };
    if (task.urls.length === 0) return;
    const params = { urls: [...task.urls], force };
    await this.#registry.start(upgradePipelines, actor, task, { params, isForSite: true });
  }

  /** The outcome, for users. */
  async updateContainers(actor: Actor): Promise<string> {
    requireSiteAdmin(actor);
    return "This server does not run in containers that it could update.";
  }

  /** Stores what workers report about their pipelines. */
  async setPipelineConfigurations(actor: Actor, body: unknown): Promise<void> {
    await this.#storeObject(actor, pipelineConfigurationsKey, body);
  }

  /** Stores what workers report about their addons. */
  async setInstalledAddons(actor: Actor, body: unknown): Promise<void> {
    await this.#storeObject(actor, addonsKey, body);
  }

  async #listedAddons(): Promise<readonly Addon[]> {
    return (
      (await this.#ports.addons?.list().catch((error: unknown) => {
        throw error instanceof PipelineError ? new RequestError(error.message) : error;
      })) ?? []
    );
  }

  async #storeObject(actor: Actor, key: string, body: unknown): Promise<void> {
    requireSiteAdmin(actor);
    if (typeof body !== "object" || body === null) throw new RequestError("Invalid JSON passed in request body.");
    await this.#store(actor, key, body);
  }

  async #store(actor: Actor, key: string, value: unknown): Promise<void> {
    await this.#ports.database.transaction("site", (tx) => storeSetting(tx, this.#ports, actor, key, value));
  }

  async #jobsDisabled(): Promise<{ disabled: boolean; message: string }> {
    const stored = (await this.#ports.database.settings.get(jobsDisabledKey)) as Record<string, unknown> | undefined;
    const message = typeof stored?.["message"] === "string" ? stored["message"].trim() : "";
    return { disabled: stored?.["disabled"] === true, message: message === "" ? defaultDisabledMessage : message };
  }
}

function accepted<T>(title: string, check: Check<T>, body: unknown): T {
  const result = checkBody(title, check, body);
  if (!result.ok) throw new ValidationError(result.message);
  return result.value;
}
