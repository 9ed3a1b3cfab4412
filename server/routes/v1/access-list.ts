/** Access lists in the API (api-v1 7.2). */
import type { AccessList } from "#schemas";

import { defined } from "../../base/defined.ts";
import { ValidationError } from "../../base/errors.ts";
import type { AccessListView, AccessOptions } from "../../services/tree/access-list.service.ts";

export function wireAccessList(list: AccessListView): AccessList {
  return {
    users: list.users.map((user) => ({ ...user, flags: [] })),
    groups: list.groups.map((group) => ({ ...group, flags: [] })),
  };
}

/** Parameters of routes that set an access list. @throws ValidationError unless the list is JSON */
export function readAccess(parameters: {
  access: string;
  recurse?: boolean | undefined;
  public?: boolean | undefined;
}): {
  list: unknown;
  options: AccessOptions;
} {
  const options = { recurse: parameters.recurse ?? false, ...defined({ public: parameters.public }) };
  try {
    return { list: JSON.parse(parameters.access), options };
  } catch {
    throw new ValidationError("Invalid access list", "access");
  }
}
