/** An instance of the annotation core; in a fresh clone, where nothing is built yet, builds it first. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnnotationCore } from "#core/types";
import { CliError, ExitCode } from "../process/errors.ts";
import { note } from "../terminal/output.ts";

const wasm = fileURLToPath(import.meta.resolve("../../../core-wasm/build/core.wasm"));
const buildScript = fileURLToPath(import.meta.resolve("../../../core-wasm/build.ts"));

export async function openCore(): Promise<AnnotationCore> {
  await ensureCore();
  const { createCore } = await import("#core");
  return createCore();
}

/** Builds the core if only its sources exist. */
export async function ensureCore(): Promise<void> {
  if (!existsSync(wasm) && existsSync(buildScript)) await buildCore();
}

async function buildCore(): Promise<void> {
  note("First run in this clone: building the core ...");
  const child = spawn(process.execPath, [buildScript], { stdio: ["ignore", "ignore", "inherit"] });
  const [status] = (await once(child, "exit")) as [number | null];
  if (status !== 0)
    throw new CliError(ExitCode.usage, "building the core failed: run `npm ci`, then `npm run build:core`.");
}
