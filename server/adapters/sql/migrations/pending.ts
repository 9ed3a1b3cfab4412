/** Which migrations a database still needs. */
import type { Migration } from "./migration.ts";

/**
 * @param version of the database; 0 is an empty one
 * @param place name of the database, for messages
 * @throws Error if the database comes from a newer version of the program
 */
export function pendingMigrations(migrations: readonly Migration[], version: number, place: string): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new Error(
      `The database ${place} was written by a newer Wakeline (schema ${version}, this one knows ${newest}). Update Wakeline, or use another data folder.`,
    );
  }
  return migrations.filter((step) => step.version > version);
}
