/** Writes the fixtures of schemas that have none: usually the newest one. SQLite and PostgreSQL both accept them. */
import { existsSync, writeFileSync } from "node:fs";

import { migrations } from "../../server/adapters/sql/migrations/index.ts";
import { rowsOf, type Value } from "./example-rows.ts";

export const fixturePath = (version: number): URL => new URL(`fixtures/schema-${version}.sql`, import.meta.url);

function literal(value: Value): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

function fixtureOf(version: number): string {
  const steps = migrations.filter((step) => step.version <= version);
  const lines = [
    "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_ms BIGINT NOT NULL);",
    ...steps.map((step) => `${step.sql.replaceAll(/^ {4}/gm, "").trim().replace(/;?$/, ";")}\n`),
    ...steps.map((step) => `INSERT INTO schema_migrations VALUES (${step.version}, '${step.name}', 1700000000000);`),
    ...rowsOf(version).map(({ table, row }) => {
      const values = Object.values(row).map(literal).join(", ");
      return `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${values});`;
    }),
  ];
  return `-- The database of schema ${version}. Never changed: it is what an existing site has.\n${lines.join("\n")}\n`;
}

if (import.meta.main) {
  for (const { version } of migrations) {
    if (!existsSync(fixturePath(version))) writeFileSync(fixturePath(version), fixtureOf(version));
  }
}
