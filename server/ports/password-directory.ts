/** A directory that knows people and checks their passwords: LDAP. */
import type { Identity } from "./identity-provider.ts";

export interface PasswordDirectory {
  /**
   * Takes as long for a name that the directory does not have.
   * @returns `undefined`: there is no such person, or the password is wrong
   * @throws DirectoryError
   */
  verify(name: string, password: string): Promise<Identity | undefined>;
}

/** The directory does not answer, or refuses this site. */
export class DirectoryError extends Error {
  constructor(cause: unknown) {
    super("The directory does not answer.", { cause });
    this.name = "DirectoryError";
  }
}
