/** The option of every command that uses a server. */

import { Option } from "commander";

export interface ServerOption {
  readonly server?: string;
}

export function serverOption(): Option {
  return new Option("--server <url>", "server to use (default: the last one signed in to; env: WAKELINE_SERVER)");
}
