/** The rights of callers, and the record of their actions. */
import type { Ports } from "../../ports/index.ts";
import { AccessService } from "./access.service.ts";
import { AuditService } from "./audit.service.ts";

export interface AccessServices {
  readonly access: AccessService;
  readonly audit: AuditService;
}

export const createAccessServices = (ports: Ports): AccessServices => ({
  access: new AccessService(ports),
  audit: new AuditService(ports),
});
