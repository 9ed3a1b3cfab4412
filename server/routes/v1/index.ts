/** Every route group of api/v1. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";
import { registerFolderRoutes } from "./folder.routes.ts";
import { registerSystemRoutes } from "./system.routes.ts";
import { registerTokenRoutes } from "./token.routes.ts";
import { registerUserRoutes } from "./user.routes.ts";

export function registerRoutes(register: RegisterRoute, services: Services): void {
  registerUserRoutes(register, services);
  registerTokenRoutes(register, services);
  registerSystemRoutes(register, services);
  registerFolderRoutes(register, services);
}
