/** Revisions that requests name: one that is not stored yet is refused, instead of taken for the latest one. */
import { RequestError, ValidationError } from "../../base/errors.ts";

/**
 * @param heads the latest revision of each dataset that is asked for; cameras count their own
 * @param field the parameter that names the revision
 * @throws RequestError it is negative; ValidationError none of the datasets has come as far
 */
export function requireStoredRevision(revision: number, heads: readonly number[], field: string): void {
  if (revision < 0) throw new RequestError(`Invalid value for integer parameter ${field}: ${revision}.`);
  const latest = Math.max(0, ...heads);
  if (revision > latest)
    throw new ValidationError(`There is no revision ${revision}: the latest one is ${latest}.`, field);
}
