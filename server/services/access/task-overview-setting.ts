/**
 * Administrators may turn off the overview of tasks: how much is annotated, by whom, and how long it took. Nothing of it
 * is then answered or recorded.
 */
import { AccessError } from "../../base/errors.ts";
import type { Repositories } from "../../ports/database.ts";

export async function isTaskOverviewOn({ settings }: Pick<Repositories, "settings">): Promise<boolean> {
  return (await settings.get("taskOverview")) !== false;
}

/** @throws AccessError if it is turned off */
export async function requireTaskOverview(db: Pick<Repositories, "settings">): Promise<void> {
  if (await isTaskOverviewOn(db)) return;
  throw new AccessError("The administrators of this site have turned off the overview of tasks.");
}
