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
  was?: string | undefined;
  recurse?: boolean | undefined;
  public?: boolean | undefined;
}): {
  list: unknown;
  options: AccessOptions;
} {
  const { recurse = false, public: isPublic, was } = parameters;
  const options = { recurse, ...defined({ public: isPublic, was: was === undefined ? undefined : read(was) }) };
  return { list: read(parameters.access), options };
}

function read(list: string): unknown {
  try {
    return JSON.parse(list);
  } catch {
    throw new ValidationError("Invalid access list", "access");
  }
}
