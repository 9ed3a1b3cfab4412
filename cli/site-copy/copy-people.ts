/** Users, groups and collections of a site, for its administrators: existing ones with the same name are kept. */
import { randomBytes } from "node:crypto";
import type { Collection, User, UserGroup } from "#schemas/wire";
import { describeApiError } from "../base/connection/connection.ts";
import { CliError, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { ApiError } from "#schemas/client";
import { markKey } from "./copy-folder.ts";
import { paged } from "./pages.ts";
import type { CopyRoot } from "./source-tree.ts";
import type { CopySites } from "./sites.ts";
import type { Loss } from "./state.ts";

const options = { signal: interrupted };

/** @returns the parents of their folders at the source and the target */
export async function copyPeople(sites: CopySites, losses: Loss[]): Promise<readonly CopyRoot[]> {
  await requireAdministrator(sites);
  const roots = [...(await copyUsers(sites, losses)), ...(await copyCollections(sites, losses))];
  await copyGroups(sites, losses);
  return roots;
}

async function requireAdministrator({ source, target }: CopySites): Promise<void> {
  for (const { client, url } of [source, target]) {
    const me = await client.call("user.me", {}, options);
    if (me?.admin !== true)
      throw usageError(`--people is for administrators of both sites: ${me?.login ?? "you"} is none of ${url}.`);
  }
}

/** Something that cannot be created does not prevent the others from being created. */
async function recordingLoss(losses: Loss[], where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    interrupted.throwIfAborted();
    const cliError = error instanceof ApiError && error.status === 400 ? describeApiError(error) : error;
    if (!(cliError instanceof CliError) || error === cliError) throw error;
    losses.push({ where, what: cliError.message.replace(/\.$/, "") });
  }
}

async function copyUsers(sites: CopySites, losses: Loss[]): Promise<CopyRoot[]> {
  const { source, target, state } = sites;
  const roots: CopyRoot[] = [];
  const known = new Map<string, User>();
  for await (const user of paged((page) => target.client.call("user.list", page, options))) known.set(user.login, user);
  for await (const user of paged((page) => source.client.call("user.list", page, options))) {
    const where = `/user/${user.login}`;
    await recordingLoss(losses, where, async () => {
      const there = known.get(user.login);
      const made = there ?? (await makeUser(sites, user));
      if (state.find("user", user._id) === undefined)
        await state.add({
          kind: "user",
          from: user._id,
          to: made._id,
          made: there === undefined,
        });
      const isMade = state.wasMade(user._id);
      if (isMade) await closeUser(sites, user, made, losses);
      else
        losses.push({
          where,
          what: "the account: one with this login was there already, and gets the folders",
        });
      const place = { parentType: "user", parentId: made._id } as const;
      roots.push({
        parentType: "user",
        parentId: user._id,
        path: where,
        to: place,
      });
    });
  }
  return roots;
}

/** With a random password: an administrator sends one-time links, or users request one. */
async function makeUser({ target }: CopySites, user: User): Promise<User> {
  const { login, firstName, lastName, email = `${login}@example.invalid` } = user;
  const password = randomBytes(24).toString("base64url");
  return await target.client.call(
    "user.register",
    {
      login,
      email,
      firstName: firstName || login,
      lastName: lastName || login,
      password,
    },
    options,
  );
}

async function closeUser({ target }: CopySites, user: User, made: User, losses: Loss[]): Promise<void> {
  const where = `/user/${user.login}`;
  if (user.admin)
    losses.push({
      where,
      what: "that this account is an administrator: make it one if it should be",
    });
  if (user.otp === true)
    losses.push({
      where,
      what: "one-time passwords, which have to be set up again",
    });
  const { status = "enabled" } = user;
  if (status === "enabled" || made.status === status) return;
  const { firstName, lastName, email = "" } = made;
  await target.client.call("user.update", { id: made._id, firstName, lastName, email, status }, options);
}

async function copyCollections(sites: CopySites, losses: Loss[]): Promise<CopyRoot[]> {
  const { source, target, state } = sites;
  const roots: CopyRoot[] = [];
  const known = new Map<string, Collection>();
  for await (const one of paged((page) => target.client.call("collection.list", page, options)))
    known.set(one.name, one);
  for await (const collection of paged((page) => source.client.call("collection.list", page, options))) {
    const { _id: from, name, description, meta = {} } = collection;
    await recordingLoss(losses, `/collection/${name}`, async () => {
      const there = known.get(name);
      const made =
        there ?? (await target.client.call("collection.create", { name, description, public: false }, options));
      const mark = made.meta[markKey] as { id?: unknown } | undefined;
      const isOurs = there === undefined || mark?.id === from;
      if (there === undefined) {
        const body = { ...meta, [markKey]: { site: source.url, id: from } };
        await target.client.call("collection.setMetadata", { id: made._id, body }, options);
      }
      if (state.find("collection", from) === undefined)
        await state.add({
          kind: "collection",
          from,
          to: made._id,
          made: isOurs,
        });
      const place = { parentType: "collection", parentId: made._id } as const;
      roots.push({
        parentType: "collection",
        parentId: from,
        path: `/collection/${name}`,
        to: place,
      });
    });
  }
  return roots;
}

async function copyGroups(sites: CopySites, losses: Loss[]): Promise<void> {
  const { source, target, state } = sites;
  const known = new Map<string, UserGroup>();
  for await (const one of paged((page) => target.client.call("group.list", page, options))) known.set(one.name, one);
  for await (const group of paged((page) => source.client.call("group.list", page, options))) {
    const { _id: from, name, description, public: isPublic } = group;
    await recordingLoss(losses, `group ${name}`, async () => {
      const there = known.get(name);
      const made =
        there ?? (await target.client.call("group.create", { name, description, public: isPublic }, options));
      if (state.find("group", from) === undefined)
        await state.add({
          kind: "group",
          from,
          to: made._id,
          made: there === undefined,
        });
      if (group.addAllowed !== undefined && group.addAllowed !== made.addAllowed)
        await target.client.call("group.update", { id: made._id, addAllowed: group.addAllowed }, options);
      await copyMembers(sites, { from, to: made._id, name }, losses);
    });
  }
}

async function copyMembers(
  { source, target, state }: CopySites,
  { from, to, name }: { readonly from: string; readonly to: string; readonly name: string },
  losses: Loss[],
): Promise<void> {
  const levels = new Map<string, number>();
  const { access } = await source.client.call("group.access", { id: from }, options);
  for (const { id, level } of access.users) levels.set(id, level);
  const there = new Set<string>();
  const readThere = (page: object): Promise<User[]> =>
    target.client.call("group.members", { id: to, ...page }, options);
  for await (const { _id } of paged(readThere)) there.add(_id);
  const mapped = new Set<string>();
  const readMembers = (page: object): Promise<User[]> =>
    source.client.call("group.members", { id: from, ...page }, options);
  for await (const { _id: member, login } of paged(readMembers)) {
    const userId = state.find("user", member);
    if (userId === undefined)
      losses.push({
        where: `group ${name}`,
        what: `the member ${login}, who is not there`,
      });
    else {
      mapped.add(userId);
      const level = levels.get(member) ?? 0;
      if (there.has(userId)) continue;
      await target.client.call("group.invite", { id: to, userId, level, force: true }, options);
    }
  }
  // The creator of a group is a member of it.
  const me = await target.client.call("user.me", {}, options);
  if (me !== null && state.wasMade(from) && !mapped.has(me._id) && (there.has(me._id) || there.size === 0)) {
    await target.client.call("group.removeMember", { id: to, userId: me._id }, options);
  }
}
