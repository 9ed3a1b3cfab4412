/** Login names for users of an external identity provider. */

/** Numbers tried before giving up. */
const maxTries = 1000;

/**
 * Candidates for a login name: the provider's user name, or else the mail address, adapted to the rules for login
 * names; then with a number, in case the name is taken.
 */
export function* loginCandidates({
  login,
  email,
}: {
  readonly login: string;
  readonly email: string;
}): Generator<string> {
  // Some providers send a mail address as the user name.
  const [name = ""] = (login === "" ? email : login).split("@");
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\da-z\-.]/g, "")
    .replace(/^[^a-z]+/, "")
    .slice(0, 90);
  const base = letters.length >= 4 ? letters : `user-${letters}`.replace(/-$/, "");
  yield base;
  for (let number = 2; number <= maxTries; number += 1) yield `${base}-${number}`;
}
