/** What an installation can do and how it presents itself (api-v1 section 17). */
import { p, route } from "../route.ts";
import type { BrandData, ServerConfiguration, Statistics } from "../wire.ts";

export const configurationRoutes = {
  "configuration.get": route<ServerConfiguration>()("GET", "dive_configuration", {
    auth: "public",
    summary: "What this installation can do.",
  }),
  "configuration.brand": route<BrandData>()("GET", "dive_configuration/brand_data", {
    auth: "public",
    summary: "Name, logo and messages.",
  }),
  "configuration.setBrand": route<null, BrandData>()("PUT", "dive_configuration/brand_data", {
    auth: "admin",
    summary: "Changes name, logo and messages.",
    body: "json",
  }),
  "configuration.pipelines": route<Record<string, { pipes: unknown[]; description: string }>>()(
    "GET",
    "dive_configuration/pipelines",
    { auth: "user", summary: "Pipelines by category; {} when there are none." },
  ),
  "configuration.trainingConfigs": route<{
    training: { configs: string[]; default: string | null };
    models: Record<string, unknown>;
  }>()("GET", "dive_configuration/training_configs", { auth: "user", summary: "Training configurations and models." }),
  "configuration.setJobsDisabled": route<
    { disabled: boolean; message: string },
    { disabled: boolean; message?: string }
  >()("PUT", "dive_configuration/jobs_disabled", {
    auth: "admin",
    summary: "Switches jobs off or on; without a message the usual one.",
    body: "json",
  }),
  "configuration.addons": route<(string | boolean)[][]>()("GET", "dive_configuration/addons", {
    auth: "admin",
    summary: "Rows of name, address, description and whether it is installed.",
  }),
  "configuration.upgradePipelines": route<null, string[]>()("POST", "dive_configuration/upgrade_pipelines", {
    auth: "admin",
    summary: "Fetches pipelines and the addons at the given addresses; 503 while no worker can.",
    parameters: { force: p.boolean(false) },
    body: "json",
  }),
  "configuration.updateContainers": route<string>()("POST", "dive_configuration/update_containers", {
    auth: "admin",
    summary: "Updates the software of the site; the answer is a text for people.",
  }),
  "configuration.statistics": route<Statistics>()("GET", "dive_configuration/stats", {
    auth: "admin",
    summary: "How much the site is used.",
    parameters: {
      dateRange: p.oneOf(["60 days", "3 months", "6 months", "1 year", "3 years", "5 years"], "6 months"),
      overrideDateTime: p.text(),
      // An empty one means none.
      groupBy: p.oneOf(["", "user", "month"]),
      limit: p.integer(50),
    },
  }),
  "configuration.setPipelineConfigurations": route<null, Record<string, unknown>>()(
    "PUT",
    "dive_configuration/static_pipeline_configs",
    { auth: "admin", summary: "Workers tell which pipelines they have.", body: "json" },
  ),
  "configuration.setInstalledAddons": route<null, unknown>()("PUT", "dive_configuration/installed_addons", {
    auth: "admin",
    summary: "Workers tell which addons they have.",
    body: "json",
  }),
} as const;
