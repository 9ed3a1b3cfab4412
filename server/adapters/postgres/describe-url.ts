/** Addresses of databases in messages. */

/** The address without its passwords, for messages. */
export function describeUrl(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  // `pg` reads them from the query too.
  for (const name of ["password", "sslpassword"]) parsed.searchParams.delete(name);
  return parsed.href;
}
