/** Login names for people whom an identity provider vouches for. */

/** Numbers that are tried before it is given up. */
const mostTries = 1000;

/**
 * What the person is called there, made to fit the rules for login names: from what the provider calls them, else from
 * their address; with a number where the name is taken.
 */
export function* loginCandidates({
  login,
  email,
}: {
  readonly login: string;
  readonly email: string;
}): Generator<string> {
  // Some providers give an address as the name.
  const [name = ""] = (login === "" ? email : login).split("@");
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\da-z\-.]/g, "")
    .replace(/^[^a-z]+/, "")
    .slice(0, 90);
  const base = letters.length >= 4 ? letters : `user-${letters}`.replace(/-$/, "");
  yield base;
  for (let number = 2; number <= mostTries; number += 1) yield `${base}-${number}`;
}
