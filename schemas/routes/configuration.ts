/** An installation's features and appearance (api-v1 section 17). */
import { serverConfigurationShape, brandShape, statisticsShape, pipelinesShape } from "../wire.ts";
import { p, route } from "../route.ts";
import {
  optional,
  anyShape,
  booleanShape,
  documentOf,
  eitherOf,
  exactly,
  listOf,
  nullable,
  nullShape,
  objectShape,
  textShape,
} from "../json-shape.ts";

export interface Training {
  configs: string[];
  default: string | null;
}
const trainingShape = exactly({
  training: exactly({ configs: listOf(textShape), default: nullable(textShape) }),
  models: objectShape,
});

export const configurationRoutes = {
  "configuration.get": route(serverConfigurationShape)("GET", "dive_configuration", {
    auth: "public",
    summary: "What this installation can do.",
  }),
  "configuration.brand": route(brandShape)("GET", "dive_configuration/brand_data", {
    auth: "public",
    summary: "Name, logo and messages.",
  }),
  "configuration.setBrand": route(nullShape, brandShape)("PUT", "dive_configuration/brand_data", {
    auth: "admin",
    summary: "Changes name, logo and messages.",
    body: "json",
  }),
  "configuration.pipelines": route(pipelinesShape)("GET", "dive_configuration/pipelines", {
    auth: "user",
    summary: "Pipelines by category; {} when there are none.",
  }),
  "configuration.packs": route(listOf(documentOf("ModelPack")))("GET", "dive_configuration/packs", {
    auth: "user",
    summary: "The model packs that browsers may run: the `pack.json` of each.",
  }),
  "configuration.packFile": route<never>()("GET", "dive_configuration/packs/file/:hash", {
    auth: "user",
    reply: "raw",
    summary: "A file of an installed model pack, by its SHA-256.",
    parameters: { hash: p.need.text() },
  }),
  "configuration.trainingConfigs": route(trainingShape)("GET", "dive_configuration/training_configs", {
    auth: "user",
    summary: "Training configurations and models.",
  }),
  "configuration.setJobsDisabled": route(
    exactly({ disabled: booleanShape, message: textShape }),
    exactly({ disabled: booleanShape, message: optional(textShape) }),
  )("PUT", "dive_configuration/jobs_disabled", {
    auth: "admin",
    summary: "Switches jobs off or on; without a message the usual one.",
    body: "json",
  }),
  "configuration.addons": route(listOf(listOf(eitherOf(textShape, booleanShape))))("GET", "dive_configuration/addons", {
    auth: "admin",
    summary: "Rows of name, address, description and whether it is installed.",
  }),
  "configuration.upgradePipelines": route(nullShape, listOf(textShape))(
    "POST",
    "dive_configuration/upgrade_pipelines",
    {
      auth: "admin",
      summary: "Fetches pipelines and the addons at the given addresses; 503 while no worker can.",
      parameters: { force: p.boolean(false) },
      body: "json",
    },
  ),
  "configuration.updateContainers": route(textShape)("POST", "dive_configuration/update_containers", {
    auth: "admin",
    summary: "Updates the software of the site; the answer is a text for people.",
  }),
  "configuration.statistics": route(statisticsShape)("GET", "dive_configuration/stats", {
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
  "configuration.setPipelineConfigurations": route(nullShape, objectShape)(
    "PUT",
    "dive_configuration/static_pipeline_configs",
    { auth: "admin", summary: "Workers tell which pipelines they have.", body: "json" },
  ),
  "configuration.setInstalledAddons": route(nullShape, anyShape)("PUT", "dive_configuration/installed_addons", {
    auth: "admin",
    summary: "Workers tell which addons they have.",
    body: "json",
  }),
} as const;
