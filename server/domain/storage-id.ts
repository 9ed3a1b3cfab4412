import { requireObjectId } from "../base/object-id.ts";
import { RequestError } from "../base/errors.ts";

/** The id of the one place where a site keeps its files; clients know such places as assetstores. */
export const storageId = "000000000000000000000001";

/** @throws RequestError for the id of any other place */
export function requireStorage(id: string): void {
  if (requireObjectId(id) !== storageId) throw new RequestError(`Invalid assetstore id (${id}).`);
}
