import { requireObjectId } from "../base/object-id.ts";
import { RequestError } from "../base/errors.ts";

/** The id of the site's only file storage; clients know storages as assetstores. */
export const storageId = "000000000000000000000001";

/** @throws RequestError for the id of any other storage */
export function requireStorage(id: string): void {
  if (requireObjectId(id) !== storageId) throw new RequestError(`Invalid assetstore id (${id}).`);
}
