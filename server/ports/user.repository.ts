/** Accounts. */
import type { Page, Sort, UserRecord } from "./records.ts";

export type UserSort = "login" | "lastName" | "firstName" | "email" | "admin" | "created";

export interface UserRepository {
  insert(user: UserRecord): Promise<void>;
  update(id: string, changes: Partial<Omit<UserRecord, "id">>): Promise<void>;
  remove(id: string): Promise<void>;
  find(id: string): Promise<UserRecord | undefined>;
  findMany(ids: readonly string[]): Promise<UserRecord[]>;
  findByLogin(login: string): Promise<UserRecord | undefined>;
  findByEmail(email: string): Promise<UserRecord | undefined>;
  /** `text` matches the beginning of the login, first or last name, ignoring case. */
  list(query: { text?: string } & Page, sort: Sort<UserSort>): Promise<UserRecord[]>;
  count(): Promise<number>;
  /** Counts enabled administrators. */
  countAdministrators(): Promise<number>;
}
