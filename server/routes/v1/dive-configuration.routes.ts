/** `dive_configuration/*`: features and appearance of this installation. */
import type { RpcServices } from "../../services/rpc/rpc-services.ts";
import type { SiteServices } from "../../services/site/site-services.ts";
import { sendStored } from "../download.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerConfigurationRoutes(
  register: RegisterRoute,
  {
    configuration,
    packs,
    pipelines,
    statistics,
    trainings,
  }: Pick<SiteServices, "configuration" | "packs" | "statistics"> & Pick<RpcServices, "pipelines" | "trainings">,
): void {
  register("configuration.get", ({ actor }) => configuration.describe(actor));
  register("configuration.brand", () => configuration.brand());
  register("configuration.setBrand", async ({ actor, body }) => {
    await configuration.setBrand(actor, body);
    return null;
  });
  register("configuration.pipelines", ({ actor }) => pipelines.list(actor));
  register("configuration.packs", async ({ actor }) => [...(await packs.list(actor))]);
  register("configuration.packFile", async ({ actor, parameters, request, reply }) =>
    sendStored(request, reply, parameters.hash, await packs.open(actor, parameters.hash)),
  );
  register("configuration.trainingConfigs", ({ actor }) => trainings.choices(actor));
  register("configuration.setJobsDisabled", ({ actor, body }) => configuration.setJobsDisabled(actor, body));
  register("configuration.addons", ({ actor }) => configuration.addons(actor));
  register("configuration.upgradePipelines", async ({ actor, body, parameters }) => {
    await configuration.upgradePipelines(actor, body, parameters.force ?? false);
    return null;
  });
  register("configuration.updateContainers", ({ actor }) => configuration.updateContainers(actor));
  register("configuration.statistics", ({ actor, parameters }) => {
    const { dateRange = "6 months", overrideDateTime, groupBy, limit = 50 } = parameters;
    return statistics.read(actor, {
      dateRange,
      override: overrideDateTime === "" ? undefined : overrideDateTime,
      groupBy: groupBy === "" ? undefined : groupBy,
      userLimit: Math.max(limit, 0),
    });
  });
  register("configuration.setPipelineConfigurations", async ({ actor, body }) => {
    await configuration.setPipelineConfigurations(actor, body);
    return null;
  });
  register("configuration.setInstalledAddons", async ({ actor, body }) => {
    await configuration.setInstalledAddons(actor, body);
    return null;
  });
}
