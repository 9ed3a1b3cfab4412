/** `user/*`: registration and accounts. */
import { defined } from "../../base/defined.ts";
import type { UserSort } from "../../ports/user.repository.ts";
import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import type { RegisterRoute } from "../registry.ts";
import { originOf } from "./origin.ts";
import { wireOwnWith, withCookie } from "./own-account.ts";
import { readPage, readSort } from "./paging.ts";
import { fillSizesWith, fillSizeWith } from "./tree-sizes.ts";
import { wireUser } from "./wire.ts";

const sortFields: readonly UserSort[] = ["login", "lastName", "firstName", "email", "admin", "created"];

export function registerUserRoutes(
  register: RegisterRoute,
  services: Pick<AccountServices, "users"> & Pick<TreeServices, "folders">,
): void {
  const { users } = services;
  const [fillSize, fillSizes] = [fillSizeWith(services), fillSizesWith(services)];
  const wireOwn = wireOwnWith(services);

  register("user.me", async ({ actor }) => (actor.user === undefined ? null : await wireOwn(actor, actor.user)));

  register("user.list", async ({ actor, parameters }) => {
    const query = { ...readPage(parameters), ...defined({ text: parameters.text }) };
    const page = await users.list(actor, query, readSort(parameters, sortFields, "lastName"));
    return await fillSizes(page.map((user) => wireUser(actor, user)));
  });

  register("user.counts", async ({ actor }) => ({ nUsers: await users.count(actor) }));

  register("user.get", async ({ actor, parameters }) => await wireOwn(actor, await users.get(actor, parameters.id)));

  register("user.details", async ({ actor, parameters }) => ({
    nFolders: await users.countFolders(actor, parameters.id),
  }));

  register("user.register", async ({ actor, parameters, request, reply }) => {
    const { login, email, firstName, lastName, password, admin = false } = parameters;
    const { user, token } = await users.register(
      actor,
      { login, email, firstName, lastName, password, admin },
      originOf(request),
    );
    const document = wireUser(token === undefined ? actor : { user }, user);
    return token === undefined ? document : { ...document, authToken: withCookie(request, reply, token) };
  });

  register("user.update", async ({ actor, parameters }) => {
    const { id, firstName, lastName, email, admin, status } = parameters;
    const changes = { firstName, lastName, email, ...defined({ admin, status }) };
    return await fillSize(wireUser(actor, await users.update(actor, id, changes)));
  });

  register("user.delete", async ({ actor, parameters }) => {
    const { login } = await users.remove(actor, parameters.id);
    return { message: `Deleted user ${login}.` };
  });

  register("user.usePrivateQueue", async ({ actor, parameters }) => ({
    user_private_queue_enabled: await users.usePrivateQueue(actor, parameters.id, parameters.privateQueueEnabled),
  }));
  register("user.setPreferences", async ({ actor, parameters: { id, language, theme } }) =>
    users.setPreferences(actor, id, defined({ language, theme })),
  );
}
