/**
 * The users and documents of the permission matrix. All are in one folder that is shared with a reader, a writer, an
 * administrator, and a group with write access; what is created in it is shared alike. Each call gets its own
 * documents, unless it only reads.
 */
import type { ApiClient, SaveAnnotationsBody } from "#schemas";

import { workerHandler } from "../../../server/domain/job-status.ts";
import { clientOf, type TestServer, testPassword } from "../../support/test-server.ts";
import type { Role } from "./table.ts";
import { encode } from "fast-png";

export const png = new Uint8Array(encode({ width: 4, height: 4, channels: 3, data: new Uint8Array(48) }));

export interface Person {
  readonly id: string;
  readonly login: string;
}

export interface World {
  readonly password: string;
  readonly stranger: Person;
  readonly reader: Person;
  readonly writer: Person;
  readonly owner: Person;
  newName(): string;
  newAccount(): Record<string, unknown>;
  /** A separate account. */
  account(): Promise<Person & { readonly token: string }>;
  temporaryToken(login: string): Promise<string>;
  apiKey(): Promise<{ id: string; key: string }>;
  /** The reader is a member of it, the writer a moderator, the owner its administrator. */
  group(): Promise<string>;
  /** A new user who is a member of the last group. */
  memberOf(): Promise<Person>;
  collection(): Promise<string>;
  folder(): Promise<string>;
  /** For a folder that its owner has deleted. */
  trashEntry(): Promise<string>;
  item(): Promise<string>;
  file(): Promise<{ id: string; itemId: string; folderId: string }>;
  path(folderId: string): Promise<string>;
  /** Started by the owner. @param isComplete all its bytes have been sent */
  upload(size: number, isComplete?: boolean): Promise<string>;
  dataset(): Promise<string>;
  /** @param otherSet also saved there */
  savedDataset(track: object, otherSet?: string): Promise<string>;
  /** Assigned to the writer, reviewed by the site administrator. */
  task(): Promise<string>;
  /** Shared like a folder. */
  job(): Promise<string>;
  mediaOf(datasetId: string): Promise<string>;
  /** The folder that contains all others. */
  parent(): Promise<string>;
  writableByAll(): Promise<string>;
  itemWritableByAll(): Promise<string>;
}

export interface People {
  readonly server: TestServer;
  readonly of: Readonly<Record<"stranger" | "reader" | "member" | "writer" | "owner" | "site", Person>>;
  /** A new token of a role or, for calls that change nothing, a shared one; `undefined` for anonymous. */
  token(role: Role, isShared?: boolean): Promise<string | undefined>;
  /** Call it after calls that may have ended sessions: no token is reused. */
  forgetTokens(): void;
  /** @param isShared reads need no separate documents; calls that change something also get new tokens */
  world(isPublic: boolean, isShared: boolean): World;
}

/** Prefix of the names of private documents. */
export const secret = "secret";

const hourMs = 3_600_000;

export async function createPeople(server: TestServer): Promise<People> {
  const create = async (login: string): Promise<Person> => ({ id: (await server.createUser(login)).id, login });
  const of = {
    stranger: await create("stranger"),
    reader: await create("reader"),
    member: await create("member"),
    writer: await create("writer"),
    owner: await create("owner"),
    site: { id: server.userId, login: "admin" },
  };
  // All users have the same password.
  await server.client.call("user.changePassword", { old: server.password, new: testPassword });
  const { tokens } = server.server.services;
  const issue = async (userId: string, scope = "core.user_auth"): Promise<string> =>
    (await tokens.create(userId, [scope], hourMs)).text;
  const clients = new Map<string, Promise<ApiClient>>();
  const as = (person: Person): Promise<ApiClient> => {
    const client = clients.get(person.id) ?? issue(person.id).then((token) => clientOf(server.url, token));
    clients.set(person.id, client);
    return client;
  };

  const group = await (await as(of.owner)).call("group.create", { name: "writers" });
  await server.client.call("group.invite", { id: group._id, userId: of.member.id, force: true });

  const users = [
    { id: of.reader.id, level: 0 },
    { id: of.writer.id, level: 1 },
    { id: of.owner.id, level: 2 },
  ] as const;
  const share = (isPublic: boolean) => ({
    access: JSON.stringify({ users, groups: [{ id: group._id, level: 1 }] }),
    public: isPublic,
  });
  const root = async (isPublic: boolean): Promise<string> => {
    const client = await as(of.owner);
    const folder = await client.call("folder.create", {
      parentType: "user",
      parentId: of.owner.id,
      name: isPublic ? "public-root" : `${secret}-root`,
    });
    await client.call("folder.setAccess", { id: folder._id, ...share(isPublic) });
    return folder._id;
  };
  const roots = { public: await root(true), private: await root(false) };
  const everybody = [...Object.values(of)].map(({ id }) => ({ id, level: 1 }));
  const commons = await server.client.call("folder.create", {
    parentType: "user",
    parentId: server.userId,
    name: "commons",
  });
  await server.client.call("folder.setAccess", {
    id: commons._id,
    access: JSON.stringify({ users: everybody, groups: [] }),
  });

  let count = 0;
  const newName = (): string => `name-${++count}`;
  const documentName = (isPublic: boolean): string => `${isPublic ? "public" : secret}-${++count}`;
  const shared = new Map<boolean, World>();

  const makeWorld = (isPublic: boolean, isShared: boolean): World => {
    const rootId = isPublic ? roots.public : roots.private;
    let lastGroup = "";
    const memo = new Map<string, Promise<unknown>>();
    const make = <T>(name: string, create: () => Promise<T>): (() => Promise<T>) => {
      return () => {
        const made = isShared ? (memo.get(name) as Promise<T> | undefined) : undefined;
        if (made !== undefined) return made;
        const fresh = create();
        memo.set(name, fresh);
        return fresh;
      };
    };
    const owner = (): Promise<ApiClient> => as(of.owner);
    const newFolder = async (metadata: Record<string, unknown> = {}): Promise<string> =>
      (await (await owner()).call("folder.create", { parentId: rootId, name: documentName(isPublic), metadata }))._id;
    const newFile = async (parentId: string): Promise<{ id: string; itemId: string; folderId: string }> => {
      const client = await owner();
      const name = `${documentName(isPublic)}.png`;
      const file = await client.call("file.create", {
        parentType: "folder",
        parentId,
        name,
        size: png.length,
        body: png,
      });
      if (!("itemId" in file)) throw new Error("the file was not made at once");
      return { id: file._id, itemId: file.itemId, folderId: parentId };
    };
    const newDataset = async (): Promise<string> => {
      const id = await newFolder({ type: "image-sequence", fps: 1, annotate: true });
      await newFile(id);
      return id;
    };
    const folder = make("folder", () => newFolder());
    const file = make("file", async () => await newFile(await newFolder()));
    return {
      password: testPassword,
      stranger: of.stranger,
      reader: of.reader,
      writer: of.writer,
      owner: of.owner,
      newName,
      newAccount: () => {
        const login = `user-${++count}`;
        return { login, email: `${login}@example.org`, firstName: "A", lastName: "B", password: testPassword };
      },
      account: make("account", async () => {
        const login = `user-${++count}`;
        const { id } = await server.createUser(login);
        return { id, login, token: await issue(id) };
      }),
      temporaryToken: async (login) =>
        (await server.server.services.signIns.createTemporaryToken(login))?.token.text ?? "",
      apiKey: async () => {
        const { _id, key } = await (await owner()).call("apiKey.create", { name: newName() });
        return { id: _id, key: key ?? "" };
      },
      group: make("group", async () => {
        const made = await (await owner()).call("group.create", { name: documentName(isPublic), public: isPublic });
        const add = async (userId: string, level: number) =>
          await (await as(of.site)).call("group.invite", { id: made._id, userId, level, force: true });
        await add(of.reader.id, 0);
        await add(of.writer.id, 1);
        lastGroup = made._id;
        return made._id;
      }),
      memberOf: async () => {
        const { id, login } = await create(`user-${++count}`);
        await (await as(of.site)).call("group.invite", { id: lastGroup, userId: id, force: true });
        return { id, login };
      },
      collection: make("collection", async () => {
        const made = await (
          await as(of.site)
        ).call("collection.create", { name: documentName(isPublic), public: isPublic });
        await (await as(of.site)).call("collection.setAccess", { id: made._id, ...share(isPublic) });
        return made._id;
      }),
      folder,
      trashEntry: async () => {
        const resources = { folder: [await newFolder()] };
        return (await (await owner()).call("resource.delete", { resources, trash: true }))?.trash[0] ?? "";
      },
      file,
      item: make("item", async () => (await file()).itemId),
      path: async (id) => await (await as(of.site)).call("resource.path", { id, type: "folder" }),
      upload: async (size, isComplete = false) => {
        const parentId = await newFolder();
        const started = await (await owner()).call("file.create", { parentType: "folder", parentId, name: "up", size });
        const args = { uploadId: started._id, offset: 0, body: new Uint8Array(size) };
        if (isComplete) await (await owner()).call("file.chunk", args);
        return started._id;
      },
      dataset: make("dataset", newDataset),
      savedDataset: async (track, otherSet) => {
        const folderId = await newDataset();
        const body = { tracks: { upsert: [track], delete: [] } } as unknown as SaveAnnotationsBody;
        for (const set of otherSet === undefined ? [""] : ["", otherSet])
          await (await owner()).call("annotation.save", { folderId, body: { ...body, set } });
        return folderId;
      },
      task: async () => {
        const asked = { assignees: [of.writer.login], reviewer: of.site.login, instructions: "All fish" };
        const [task] = await (
          await owner()
        ).call("task.create", { body: { datasetIds: [await newDataset()], ...asked } });
        return task?._id ?? "";
      },
      job: make("job", async () => {
        const { id } = await server.server.services.jobs.create({
          title: documentName(isPublic),
          type: "convert",
          handler: workerHandler,
          userId: of.owner.id,
          public: isPublic,
          access: [
            ...users.map(({ id: subjectId, level }) => ({ subjectType: "user", subjectId, level }) as const),
            { subjectType: "group", subjectId: group._id, level: 1 },
          ],
        });
        return id;
      }),
      mediaOf: async (id) => {
        const { imageData } = await (await owner()).call("dataset.media", { id });
        return imageData[0]?.id ?? "";
      },
      parent: async () => rootId,
      writableByAll: async () => commons._id,
      itemWritableByAll: async () =>
        (await (await as(of.site)).call("item.create", { folderId: commons._id, name: newName() }))._id,
    };
  };

  const sharedTokens = new Map<Role, Promise<string>>();
  const forgetTokens = (): void => {
    clients.clear();
    sharedTokens.clear();
  };
  const newToken = (role: Exclude<Role, "visitor" | "anonymous">): Promise<string> =>
    role === "key" ? issue(of.owner.id, "core.data.read") : issue(of[role].id);
  return {
    server,
    of,
    token: async (role, isShared = false) => {
      if (role === "visitor" || role === "anonymous") return undefined;
      const token = (isShared ? sharedTokens.get(role) : undefined) ?? newToken(role);
      if (isShared) sharedTokens.set(role, token);
      return await token;
    },
    forgetTokens,
    world: (isPublic, isShared) => {
      if (!isShared) {
        forgetTokens();
        return makeWorld(isPublic, false);
      }
      const known = shared.get(isPublic) ?? makeWorld(isPublic, true);
      shared.set(isPublic, known);
      return known;
    },
  };
}
