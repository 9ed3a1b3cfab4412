/** Contract of accounts for every database: users, their tokens and keys, and the audit log. Part of `database.ts`. */
import { beforeEach, describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database } from "../database.ts";
import { userRecord } from "./example-records.ts";
import type { AuditRecord, UserRecord } from "../records.ts";

const all = { limit: 0, offset: 0 };

/** @param current a database with nothing but the account `ada` */
export function describeAccounts(current: () => { readonly db: Database; readonly ada: UserRecord }): void {
  describe("accounts", () => {
    let db: Database;
    let ada: UserRecord;
    beforeEach(() => {
      ({ db, ada } = current());
    });

    describe("users", () => {
      test("come back as they were", async () => {
        const user = userRecord("bob1", {
          admin: true,
          status: "pending",
          passwordHash: "x",
          emailVerified: true,
          privateQueueEnabled: true,
        });
        await db.users.insert(user);
        expect(await db.users.find(user.id)).toEqual(user);
        expect(await db.users.findByLogin("bob1")).toEqual(user);
        expect(await db.users.findByEmail("bob1@example.org")).toEqual(user);
        expect(await db.users.count()).toBe(2);
        expect(await db.users.countAdministrators()).toBe(0);
        await db.users.update(user.id, { status: "enabled" });
        expect(await db.users.countAdministrators()).toBe(1);
        await db.users.update(user.id, { status: "pending" });
        await db.users.update(user.id, { lastName: "New", admin: false });
        expect(await db.users.find(user.id)).toEqual({ ...user, lastName: "New", admin: false });
      });

      test("a login is taken once", async () => {
        await expect(db.users.insert(userRecord("ada1", { email: "other@example.org" }))).rejects.toThrow(/unique/i);
      });

      test("lists search, sort and page", async () => {
        await db.users.insert(userRecord("bob1", { lastName: "Zz" }));
        await db.users.insert(userRecord("cyd1", { firstName: "100%_sure", lastName: "Aa" }));
        const logins = async (query: { text?: string }, page = all) =>
          (await db.users.list({ ...query, ...page }, { by: "lastName", descending: false })).map((user) => user.login);
        expect(await logins({})).toEqual(["cyd1", "ada1", "bob1"]);
        expect(await logins({}, { limit: 1, offset: 1 })).toEqual(["ada1"]);
        expect(await logins({}, { limit: 0, offset: 2 })).toEqual(["bob1"]);
        expect(await logins({ text: "BO" })).toEqual(["bob1"]);
        expect(await logins({ text: "100%" })).toEqual(["cyd1"]);
        expect(await logins({ text: "%" })).toEqual([]);
      });
    });

    test("tokens are found by hash, and end with their user or their time", async () => {
      const token = {
        id: newObjectId(),
        hash: "h1",
        userId: ada.id,
        scopes: ["a", "b"],
        createdMs: 1,
        expiresMs: 100,
        apiKeyId: null,
        address: "127.0.0.1",
        agent: "a browser",
        lastUseMs: null,
      };
      const session = { ...token, id: newObjectId(), hash: "h2", userId: null };
      await db.tokens.insert(token);
      await db.tokens.insert(session);
      expect(await db.tokens.findByHash("h1")).toEqual(token);
      await db.tokens.setScopes(token.id, ["b"]);
      expect(await db.tokens.findByHash("h1")).toEqual({ ...token, scopes: ["b"] });
      expect(await db.tokens.findByHash("h2")).toEqual(session);
      const later = { ...token, id: newObjectId(), hash: "h3", createdMs: 2, address: null, agent: null };
      await db.tokens.insert(later);
      await db.tokens.touch(token.id, 50);
      expect(await db.tokens.listOfUser(ada.id)).toEqual([later, { ...token, scopes: ["b"], lastUseMs: 50 }]);
      expect(await db.tokens.removeExpired(99)).toBe(0);
      await db.users.remove(ada.id);
      expect(await db.tokens.findByHash("h1")).toBeUndefined();
      expect(await db.tokens.removeExpired(100)).toBe(1);
    });

    test("the audit list: newest first, by area and text, a page at a time", async () => {
      const entry = (createdMs: number, changes: Partial<AuditRecord> = {}): AuditRecord => ({
        id: newObjectId(),
        createdMs,
        actorId: ada.id,
        actorLogin: "ada1",
        area: "user",
        action: "user.changed",
        targetType: "user",
        targetId: ada.id,
        targetName: "bob1",
        changes: [{ name: "admin", from: "no", to: "yes" }],
        ...changes,
      });
      const entries = [
        entry(1),
        entry(2, { area: "access", action: "access.changed", targetName: "Harbour 100%", changes: [] }),
        entry(3, { actorId: null, actorLogin: "" }),
      ];
      for (const each of entries) await db.audit.append(each);
      const [first, second, third] = entries;
      expect(await db.audit.list(all)).toEqual({ total: 3, rows: [third, second, first] });
      expect(await db.audit.list({ limit: 1, offset: 1 })).toEqual({ total: 3, rows: [second] });
      expect(await db.audit.list({ ...all, area: "access" })).toEqual({ total: 1, rows: [second] });
      expect((await db.audit.list({ ...all, text: "BOB" })).rows).toEqual([third, first]);
      expect((await db.audit.list({ ...all, text: "100%" })).rows).toEqual([second]);
      // The actor's login remains after the account is deleted.
      await db.users.remove(ada.id);
      expect((await db.audit.list({ ...all, text: "ada1" })).total).toBe(2);
    });

    test("keys of a user go together, those of others stay", async () => {
      const bob = { ...ada, id: newObjectId(), login: "bob1", email: "bob1@example.org" };
      await db.users.insert(bob);
      const key = {
        hint: "abcd",
        name: "",
        scopes: null,
        tokenDays: null,
        active: true,
        createdMs: 1,
        lastUseMs: null,
      };
      for (const [hash, userId] of [
        ["k1", ada.id],
        ["k2", ada.id],
        ["k3", bob.id],
      ] as const) {
        await db.apiKeys.insert({ ...key, id: newObjectId(), hash, userId });
      }
      await db.apiKeys.removeOfUser(ada.id);
      const left = await Promise.all(["k1", "k2", "k3"].map((hash) => db.apiKeys.findByHash(hash)));
      expect(left.map((found) => found?.userId)).toEqual([undefined, undefined, bob.id]);
    });
  });
}
