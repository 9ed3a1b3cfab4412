/** Before the unit tests: they load the core, so it must exist and be fresh. */
import { buildStale } from "./build.ts";

export function setup(): void {
  buildStale("core");
}
