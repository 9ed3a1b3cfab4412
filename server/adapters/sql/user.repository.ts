/** Accounts in SQL. */
import type { Selectable, Updateable } from "kysely";

import type { UserRecord } from "../../ports/records.ts";
import type { UserRepository, UserSort } from "../../ports/user.repository.ts";
import type { Db } from "./tables.ts";
import { beginsWith, chunks, paged } from "./queries.ts";
import { bit } from "./tables.ts";
import type { UsersTable } from "./tables/accounts.ts";

const sortColumns = {
  login: "login",
  lastName: "last_name",
  firstName: "first_name",
  email: "email",
  admin: "admin",
  created: "created_ms",
} as const satisfies Record<UserSort, keyof UsersTable>;

export function usersRepository(db: Db): UserRepository {
  return {
    async insert(user) {
      await db.insertInto("users").values(toRow(user)).execute();
    },
    async update(id, changes) {
      const { passwordHash, firstName, lastName, emailVerified, privateQueueEnabled, ...others } = changes;
      const { otpSecret, otpStep, admin, createdMs, ...same } = others;
      const row: Updateable<UsersTable> = { ...same };
      if (passwordHash !== undefined) row.password_hash = passwordHash;
      if (firstName !== undefined) row.first_name = firstName;
      if (lastName !== undefined) row.last_name = lastName;
      if (emailVerified !== undefined) row.email_verified = bit(emailVerified);
      if (privateQueueEnabled !== undefined) row.private_queue_enabled = bit(privateQueueEnabled);
      if (otpSecret !== undefined) row.otp_secret = otpSecret;
      if (otpStep !== undefined) row.otp_step = otpStep;
      if (admin !== undefined) row.admin = bit(admin);
      if (createdMs !== undefined) row.created_ms = createdMs;
      await db.updateTable("users").set(row).where("id", "=", id).execute();
    },
    async remove(id) {
      await db.deleteFrom("users").where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromUserRow(row);
    },
    async findMany(ids) {
      const users: UserRecord[] = [];
      for (const chunk of chunks(ids)) {
        const rows = await db.selectFrom("users").selectAll().where("id", "in", chunk).execute();
        users.push(...rows.map(fromUserRow));
      }
      return users;
    },
    async findByLogin(login) {
      const row = await db.selectFrom("users").selectAll().where("login", "=", login).executeTakeFirst();
      return row && fromUserRow(row);
    },
    async findByEmail(email) {
      const row = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
      return row && fromUserRow(row);
    },
    async list({ text, ...page }, sort) {
      let query = db.selectFrom("users").selectAll();
      if (text !== undefined) {
        query = query.where((eb) =>
          eb.or([
            beginsWith("login", text.toLowerCase()),
            beginsWith(eb.fn<string>("lower", ["first_name"]), text.toLowerCase()),
            beginsWith(eb.fn<string>("lower", ["last_name"]), text.toLowerCase()),
          ]),
        );
      }
      const rows = await paged(
        query.orderBy(sortColumns[sort.by], sort.descending ? "desc" : "asc").orderBy("id"),
        page,
      ).execute();
      return rows.map(fromUserRow);
    },
    async count() {
      const row = await db
        .selectFrom("users")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async countAdministrators() {
      const row = await db
        .selectFrom("users")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("admin", "=", 1)
        .where("status", "=", "enabled")
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
  };
}

function toRow(user: UserRecord): UsersTable {
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    admin: bit(user.admin),
    status: user.status,
    password_hash: user.passwordHash,
    email_verified: bit(user.emailVerified),
    private_queue_enabled: bit(user.privateQueueEnabled),
    otp_secret: user.otpSecret,
    otp_step: user.otpStep,
    language: user.language,
    theme: user.theme,
    created_ms: user.createdMs,
  };
}

export function fromUserRow(row: Selectable<UsersTable>): UserRecord {
  return {
    id: row.id,
    login: row.login,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    admin: row.admin === 1,
    status: row.status,
    passwordHash: row.password_hash,
    emailVerified: row.email_verified === 1,
    privateQueueEnabled: row.private_queue_enabled === 1,
    otpSecret: row.otp_secret,
    otpStep: row.otp_step === null ? null : Number(row.otp_step),
    language: row.language,
    theme: row.theme,
    createdMs: row.created_ms,
  };
}
