/** Installs packages of the system when we are root on Debian or Ubuntu; else does nothing. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const timeoutMs = 420_000;

/** Whether it worked is for the caller to see: is the program there now? */
export function installWithApt(packages: readonly string[], log: (line: string) => void): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  log(`Installing ${packages.join(", ")} with apt-get.`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...packages],
  ]) {
    spawnSync("apt-get", args, {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
      timeout: timeoutMs,
    });
  }
}
