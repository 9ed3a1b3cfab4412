/** `api_key/*`: keys that scripts sign in with. */
import type { ApiKey } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { setTokenCookie } from "../../plugins/authentication.ts";
import type { ApiKeySort } from "../../ports/api-key.repository.ts";
import type { ApiKeyRecord } from "../../ports/records.ts";
import type { ApiKeyChanges } from "../../services/accounts/api-key.service.ts";
import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { RegisterRoute } from "../registry.ts";
import { originOf } from "./origin.ts";
import { readPage, readSort } from "./paging.ts";
import { wireDate, wireToken } from "./wire.ts";

const sortFields: readonly ApiKeySort[] = ["name", "created", "lastUse"];

export function registerApiKeyRoutes(register: RegisterRoute, { apiKeys }: Pick<AccountServices, "apiKeys">): void {
  register("apiKey.list", async ({ actor, parameters }) => {
    const sort = readSort(parameters, sortFields, "name");
    return (await apiKeys.list(actor, parameters.userId, readPage(parameters), sort)).map((key) => wireApiKey(key));
  });
  register("apiKey.create", async ({ actor, parameters }) => {
    const { record, key } = await apiKeys.create(actor, parameters.targetUserId, readChanges(parameters));
    return { ...wireApiKey(record), key };
  });
  register("apiKey.update", async ({ actor, parameters }) =>
    wireApiKey(await apiKeys.update(actor, parameters.id, readChanges(parameters))),
  );
  register("apiKey.delete", async ({ actor, parameters }) => {
    const { name } = await apiKeys.remove(actor, parameters.id);
    return { message: `Deleted API key ${name}.` };
  });
  register("apiKey.signIn", async ({ parameters, request, reply }) => {
    const { user, token } = await apiKeys.signIn(parameters.key, parameters.duration, originOf(request));
    setTokenCookie(request, reply, token.text, token.record.expiresMs);
    return { user: { _id: user.id }, authToken: wireToken(token) };
  });
}

function readChanges(given: {
  readonly name?: string | undefined;
  readonly scope?: unknown;
  readonly tokenDuration?: unknown;
  readonly active?: boolean | undefined;
}): ApiKeyChanges {
  const { name, scope, tokenDuration, active } = given;
  if (scope !== undefined && scope !== null && !Array.isArray(scope)) {
    throw new RequestError("Parameter scope must be a JSON array.");
  }
  if (tokenDuration !== undefined && tokenDuration !== null && typeof tokenDuration !== "number") {
    throw new RequestError(`Invalid value for numeric parameter tokenDuration: ${JSON.stringify(tokenDuration)}.`);
  }
  return defined({ name, scopes: scope as unknown[] | null | undefined, tokenDays: tokenDuration, active });
}

function wireApiKey(record: ApiKeyRecord): ApiKey {
  return {
    _id: record.id,
    _modelType: "api_key",
    _accessLevel: AccessLevel.admin,
    active: record.active,
    created: wireDate(record.createdMs),
    key: `${record.hint}…`,
    lastUse: record.lastUseMs === null ? null : wireDate(record.lastUseMs),
    name: record.name,
    scope: record.scopes,
    tokenDuration: record.tokenDays,
    userId: record.userId,
  };
}
