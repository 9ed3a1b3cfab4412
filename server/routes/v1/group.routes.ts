/** `group/*`: users who are given rights together. */
import type { User } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import type { GroupSort } from "../../ports/group.repository.ts";
import type { Paged } from "../../ports/records.ts";
import type { Actor } from "../../services/access/actor.ts";
import type { GroupMemberView } from "../../services/accounts/group.service.ts";
import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage, readSort } from "./paging.ts";
import { fillSizesWith } from "./tree-sizes.ts";
import { wireGroup, wireUser } from "./wire.ts";

const sortFields: readonly GroupSort[] = ["name", "lowerName", "created", "updated"];
const wireMembers = (actor: Actor, { rows }: Paged<GroupMemberView>): User[] =>
  rows.map(({ user }) => wireUser(actor, user));

export function registerGroupRoutes(
  register: RegisterRoute,
  services: Pick<TreeServices, "folders"> & Pick<AccountServices, "groups">,
): void {
  const { groups } = services;
  const fillSizes = fillSizesWith(services);
  register("group.list", async ({ actor, parameters, reply }) => {
    const { text, exact = false } = parameters;
    const query = { ...readPage(parameters), ...defined(exact ? { name: text } : { text }) };
    const page = await groups.list(actor, query, readSort(parameters, sortFields, "name"));
    return sendPaged(reply, page.total, page.rows.map(wireGroup));
  });
  register("group.create", async ({ actor, parameters }) => {
    const { name, description = "" } = parameters;
    return wireGroup(await groups.create(actor, { name, description, public: parameters.public ?? false }));
  });
  register("group.get", async ({ actor, parameters: { id } }) => {
    const requests = (await groups.requests(actor, id)).map(({ user }) => ({
      id: user.id,
      login: user.login,
      name: `${user.firstName} ${user.lastName}`,
    }));
    const group = wireGroup(await groups.get(actor, id));
    return group._accessLevel >= AccessLevel.write ? { ...group, requests } : group;
  });
  register("group.access", async ({ actor, parameters: { id } }) => {
    const group = wireGroup(await groups.get(actor, id));
    const { rows } = await groups.members(actor, id, { limit: 0, offset: 0 });
    const users = rows.map(({ user, member }) => ({
      id: user.id,
      level: member.level,
      flags: [],
      login: user.login,
      name: `${user.firstName} ${user.lastName}`,
    }));
    return { ...group, access: { users, groups: [] } };
  });
  register("group.invitations", async ({ actor, parameters, reply }) => {
    const page = await groups.invitations(actor, parameters.id, readPage(parameters));
    return sendPaged(reply, page.total, await fillSizes(wireMembers(actor, page)));
  });
  register("group.members", async ({ actor, parameters, reply }) => {
    const page = await groups.members(actor, parameters.id, readPage(parameters));
    return sendPaged(reply, page.total, await fillSizes(wireMembers(actor, page)));
  });
  register("group.update", async ({ actor, parameters }) => {
    const { id, name, description, addAllowed } = parameters;
    return wireGroup(
      await groups.update(actor, id, defined({ name, description, addAllowed, public: parameters.public })),
    );
  });
  register("group.invite", async ({ actor, parameters: { id, userId, level = 0, force = false } }) => {
    if (level !== 0 && level !== 1 && level !== 2) {
      throw new RequestError(`Invalid value for level: "${level}". Allowed values: 0, 1, 2.`);
    }
    return wireGroup(await groups.invite(actor, id, userId, level, force));
  });
  register("group.join", async ({ actor, parameters }) => wireGroup(await groups.join(actor, parameters.id)));
  register("group.addModerator", async ({ actor, parameters: { id, userId } }) =>
    wireGroup(await groups.setLevel(actor, id, userId, { to: AccessLevel.write })),
  );
  register("group.addAdmin", async ({ actor, parameters: { id, userId } }) =>
    wireGroup(await groups.setLevel(actor, id, userId, { to: AccessLevel.admin })),
  );
  register("group.removeModerator", async ({ actor, parameters: { id, userId } }) =>
    wireGroup(await groups.setLevel(actor, id, userId, { from: AccessLevel.write, to: AccessLevel.read })),
  );
  register("group.removeAdmin", async ({ actor, parameters: { id, userId } }) =>
    wireGroup(await groups.setLevel(actor, id, userId, { from: AccessLevel.admin, to: AccessLevel.read })),
  );
  register("group.removeMember", async ({ actor, parameters: { id, userId } }) =>
    wireGroup(await groups.removeMember(actor, id, userId)),
  );
  register("group.delete", async ({ actor, parameters }) => {
    const { name } = await groups.remove(actor, parameters.id);
    return { message: `Deleted the group ${name}.` };
  });
}
