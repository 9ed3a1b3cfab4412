/** Access lists on the wire (api-v1 7.2). */
import type { AccessList } from "#schemas";

import { ValidationError } from "../../base/errors.ts";
import type { AccessListView } from "../../services/access-list.service.ts";

export function wireAccessList(list: AccessListView): AccessList {
  return {
    users: list.users.map((user) => ({ ...user, flags: [] })),
    groups: list.groups.map((group) => ({ ...group, flags: [] })),
  };
}

export function parseAccess(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValidationError("Invalid access list", "access");
  }
}
