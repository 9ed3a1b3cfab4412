/** Revisions named in requests: a future one is refused instead of being taken for the latest. */
import { RequestError, ValidationError } from "../../base/errors.ts";

/**
 * @param heads the latest revision of each requested dataset; cameras have their own numbers
 * @param field the parameter that names the revision
 * @throws RequestError if negative; ValidationError if none of the datasets has reached it
 */
export function requireStoredRevision(revision: number, heads: readonly number[], field: string): void {
  if (revision < 0) throw new RequestError(`Invalid value for integer parameter ${field}: ${revision}.`);
  const latest = Math.max(0, ...heads);
  if (revision > latest)
    throw new ValidationError(`There is no revision ${revision}: the latest one is ${latest}.`, field);
}
