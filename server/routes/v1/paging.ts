/** Paging and sorting parameters of most lists. */
import { RequestError } from "../../base/errors.ts";
import type { Page, Sort } from "../../ports/records.ts";

export function readPage(
  parameters: { limit?: number | undefined; offset?: number | undefined },
  defaultLimit = 50,
): Page {
  const { limit = defaultLimit, offset = 0 } = parameters;
  if (limit < 0) throw new RequestError(`Invalid value for integer parameter limit: ${limit}.`);
  if (offset < 0) throw new RequestError(`Invalid value for integer parameter offset: ${offset}.`);
  return { limit, offset };
}

/**
 * @param fields what a list can be sorted by. Other fields sort by `fallback`: clients of several generations name
 *   fields that a model may no longer have.
 */
export function readSort<Field extends string>(
  parameters: { sort?: string | undefined; sortdir?: number | undefined },
  fields: readonly Field[],
  fallback: Field,
): Sort<Field> {
  const { sort, sortdir = 1 } = parameters;
  if (sortdir !== 1 && sortdir !== -1) {
    throw new RequestError(`Invalid value for sortdir: "${sortdir}". Allowed values: 1, -1.`);
  }
  return { by: fields.find((field) => field === sort) ?? fallback, descending: sortdir === -1 };
}
