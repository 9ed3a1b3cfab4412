/** Rules for the fields of an account: logins, names, addresses, languages, and the last administrator. */
import { randomInt } from "node:crypto";

import { ValidationError } from "../../base/errors.ts";
import { isMailAddress } from "../../domain/mail-address.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";

/** @throws ValidationError if the installation would be left without an administrator */
export async function requireAnotherAdministrator(db: Repositories, user: UserRecord): Promise<void> {
  if (!user.admin || user.status !== "enabled" || (await db.users.countAdministrators()) > 1) return;
  throw new ValidationError(
    `${user.login} is the only administrator. Make another user an administrator first.`,
    "admin",
  );
}

/** Whether only the identity provider or the directory signs this person in: a password here would outlive that. */
export const isForeignAccount = (
  { identityProvider, passwordDirectory }: Pick<Ports, "identityProvider" | "passwordDirectory">,
  { passwordHash }: UserRecord,
): boolean => passwordHash === null && (identityProvider !== undefined || passwordDirectory !== undefined);

/** @throws ValidationError if the login or the address is taken */
export async function requireFree(db: Repositories, login: string, email: string): Promise<void> {
  if ((await db.users.findByLogin(login)) !== undefined) {
    throw new ValidationError("That login is already registered.", "login");
  }
  if ((await db.users.findByEmail(email)) !== undefined) {
    throw new ValidationError("That email is already registered.", "email");
  }
}

export function checkLogin(given: string): string {
  const login = given.trim().toLowerCase();
  if (login.includes("@")) throw new ValidationError('Login may not contain "@".', "login");
  if (!/^[a-z][\da-z\-.]{3,}$/.test(login) || login.length > 100) {
    throw new ValidationError(
      "Login must be at least 4 characters, start with a letter, and may only contain letters, numbers, dashes, and dots.",
      "login",
    );
  }
  return login;
}

/** @returns its canonical form */
export function checkLanguage(given: string): string {
  const refusal = new ValidationError("The language must be a code such as de or en-GB.", "language");
  if (given.length > 35) throw refusal;
  try {
    const [language] = Intl.getCanonicalLocales(given);
    if (language !== undefined) return language;
  } catch {
    // Said below.
  }
  throw refusal;
}

export function checkNames(given: { firstName: string; lastName: string; email: string }): {
  firstName: string;
  lastName: string;
  email: string;
} {
  const firstName = given.firstName.trim().slice(0, 200);
  const lastName = given.lastName.trim().slice(0, 200);
  const email = given.email.trim().toLowerCase();
  if (!isMailAddress(email)) {
    throw new ValidationError("Invalid email address.", "email");
  }
  if (firstName === "") throw new ValidationError("First name must not be empty.", "firstName");
  if (lastName === "") throw new ValidationError("Last name must not be empty.", "lastName");
  return { firstName, lastName, email };
}

/** Random but easy to type: 4 groups of 5 characters without look-alikes, 98 bits. */
export function readablePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
