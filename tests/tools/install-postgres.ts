/**
 * Ensures the programs of a PostgreSQL server: those in the path or where Debian installs them, else the system's
 * package if we are root on Debian or Ubuntu, else an error that says what to install.
 */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { installWithApt } from "./install-with-apt.ts";

const debianRoot = "/usr/lib/postgresql";

/** @returns the folder with `initdb` and `postgres` */
export function ensurePostgres(log: (line: string) => void = console.log): string {
  const existing = findPostgres();
  if (existing !== undefined) return existing;
  installWithApt(["postgresql"], log);
  const installed = findPostgres();
  if (installed !== undefined) return installed;
  throw new Error(
    "The tests need the programs of a PostgreSQL server (initdb, postgres), and none could be found or installed. Install " +
      "your system's package (Debian: `apt-get install postgresql`), or set WAKELINE_POSTGRES_BIN to their folder.",
  );
}

function findPostgres(): string | undefined {
  const named = process.env["WAKELINE_POSTGRES_BIN"];
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(named === undefined || named === "" ? [] : [named]),
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debianRoot, version, "bin")),
  ];
  return folders.find(
    (folder) => folder !== "" && ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(ensurePostgres());
