/** Finds nginx, or installs it: the test of the documented reverse proxy needs it. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installWithApt } from "./install-with-apt.ts";

/** The path of nginx; `undefined` if there is none and none can be installed. */
export function findOrInstallNginx(log: (line: string) => void = console.log): string | undefined {
  const existing = findNginx();
  if (existing !== undefined) return existing;
  installWithApt(["nginx-light"], log);
  return findNginx();
}

function findNginx(): string | undefined {
  const named = process.env["WAKELINE_NGINX"];
  if (named !== undefined && named !== "") return named;
  // Debian installs it into a folder that is only in the administrators' path.
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}
