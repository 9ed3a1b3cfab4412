/** `system/*`: facts about this server. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";
import { wireDate } from "./wire.ts";

/** The release of the api that is spoken; its Python client sends small files in one call only from 2.3 on. */
const API_RELEASE = "5.0.14";

const startedMs = Date.now();

export function registerSystemRoutes(register: RegisterRoute, services: Pick<Services, "settings">): void {
  register("system.version", async () => ({ release: API_RELEASE, serverStartDate: wireDate(startedMs) }));
  register("system.publicSettings", async () => await services.settings.publicSettings());
  register("system.check", async () => ({ bootTime: startedMs / 1000, status: "ok" }));
}
