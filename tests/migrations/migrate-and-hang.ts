/**
 * Migrates a database, and hangs in the middle of one migration, for `killed.test.ts`: half of its statements are done
 * by then. usage: node tests/migrations/migrate-and-hang.ts <sqlite file or postgres url> <version of the migration>
 */
import { migrate as migratePostgres } from "../../server/adapters/postgres/migrate.ts";
import { openPools } from "../../server/adapters/postgres/pools.ts";
import { migrations } from "../../server/adapters/sql/migrations/index.ts";
import { migrate as migrateSqlite } from "../../server/adapters/sqlite/migrate.ts";

const [place = "", version = ""] = process.argv.slice(2);
const isPostgres = place.startsWith("postgres:");
/** A PostgreSQL whose client is gone finishes the statement first. Its name identifies the process that hangs. */
const hanging = isPostgres
  ? `SELECT set_config('application_name', 'hangs in step ${version}', false);\nSELECT pg_sleep(2)`
  : "SELECT count(*) FROM (WITH RECURSIVE endless(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM endless) SELECT i FROM endless)";

const steps = migrations.map((step) => {
  if (step.version !== Number(version)) return step;
  const statements = step.sql.split(";").filter((statement) => statement.trim() !== "");
  const half = Math.ceil(statements.length / 2);
  return { ...step, sql: [...statements.slice(0, half), hanging, ...statements.slice(half)].join(";\n") };
});

if (isPostgres) {
  const pools = openPools(place, { warn: () => undefined });
  await migratePostgres(pools.writers, "here", steps);
  await pools.close();
} else {
  migrateSqlite(place, steps);
}
