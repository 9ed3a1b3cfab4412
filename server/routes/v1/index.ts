/** Every route group of api/v1. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";
import { registerApiKeyRoutes } from "./api-key.routes.ts";
import { registerCollectionRoutes } from "./collection.routes.ts";
import { registerAnnotationRoutes } from "./dive-annotation.routes.ts";
import { registerConfigurationRoutes } from "./dive-configuration.routes.ts";
import { registerDatasetRoutes } from "./dive-dataset.routes.ts";
import { registerRpcRoutes } from "./dive-rpc.routes.ts";
import { registerScoringRoutes } from "./dive-scoring.routes.ts";
import { registerFileRoutes } from "./file.routes.ts";
import { registerFolderRoutes } from "./folder.routes.ts";
import { registerGroupRoutes } from "./group.routes.ts";
import { registerItemRoutes } from "./item.routes.ts";
import { registerJobRoutes } from "./job.routes.ts";
import { registerMachineRoutes } from "./machine.routes.ts";
import { registerNotificationRoutes } from "./notification.routes.ts";
import { registerResourceRoutes } from "./resource.routes.ts";
import { registerReviewRoutes } from "./review.routes.ts";
import { registerSystemRoutes } from "./system.routes.ts";
import { registerTileRoutes } from "./tile.routes.ts";
import { registerTokenRoutes } from "./token.routes.ts";
import { registerTrashRoutes } from "./trash.routes.ts";
import { registerUserRoutes } from "./user.routes.ts";

export function registerRoutes(register: RegisterRoute, services: Services): void {
  registerUserRoutes(register, services);
  registerTokenRoutes(register, services);
  registerApiKeyRoutes(register, services);
  registerGroupRoutes(register, services);
  registerSystemRoutes(register, services);
  registerCollectionRoutes(register, services);
  registerFolderRoutes(register, services);
  registerItemRoutes(register, services);
  registerFileRoutes(register, services);
  registerResourceRoutes(register, services);
  registerTrashRoutes(register, services);
  registerDatasetRoutes(register, services);
  registerAnnotationRoutes(register, services);
  registerReviewRoutes(register, services);
  registerRpcRoutes(register, services);
  registerScoringRoutes(register, services);
  registerTileRoutes(register, services);
  registerConfigurationRoutes(register, services);
  registerJobRoutes(register, services);
  registerNotificationRoutes(register, services);
  registerMachineRoutes(register, services);
}
