/** `dive_configuration/*`: what this installation can do and how it presents itself. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerConfigurationRoutes(
  register: RegisterRoute,
  { configuration }: Pick<Services, "configuration">,
): void {
  register("configuration.get", () => configuration.describe());
  register("configuration.brand", () => configuration.brand());
  register("configuration.setBrand", async ({ actor, body }) => {
    await configuration.setBrand(actor, body);
    return null;
  });
  register("configuration.pipelines", ({ actor }) => configuration.pipelines(actor));
  register("configuration.trainingConfigs", ({ actor }) => configuration.trainingConfigurations(actor));
}
