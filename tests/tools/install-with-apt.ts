/** Installs packages of the system if we are root on Debian or Ubuntu; otherwise does nothing. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const timeoutMs = 420_000;

/** The caller checks whether it worked: does the program exist now? */
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
