/** Database URLs in messages. */

/** The URL without its passwords, for messages. */
export function describeUrl(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  // `pg` also reads them from the query.
  for (const name of ["password", "sslpassword"]) parsed.searchParams.delete(name);
  return parsed.href;
}
