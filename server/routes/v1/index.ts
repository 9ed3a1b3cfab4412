/** Every route group of api/v1. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";
import { registerCollectionRoutes } from "./collection.routes.ts";
import { registerFileRoutes } from "./file.routes.ts";
import { registerFolderRoutes } from "./folder.routes.ts";
import { registerItemRoutes } from "./item.routes.ts";
import { registerResourceRoutes } from "./resource.routes.ts";
import { registerSystemRoutes } from "./system.routes.ts";
import { registerTokenRoutes } from "./token.routes.ts";
import { registerUserRoutes } from "./user.routes.ts";

export function registerRoutes(register: RegisterRoute, services: Services): void {
  registerUserRoutes(register, services);
  registerTokenRoutes(register, services);
  registerSystemRoutes(register, services);
  registerCollectionRoutes(register, services);
  registerFolderRoutes(register, services);
  registerItemRoutes(register, services);
  registerFileRoutes(register, services);
  registerResourceRoutes(register, services);
}
