/** Before the unit tests: they load the core, so it must be there and fresh. */
import { buildStale } from "./build.ts";

export function setup(): void {
  buildStale("core");
}
