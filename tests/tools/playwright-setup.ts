/** Before the browser tests: the server serves the built web app, so it must exist and be fresh. */
import { buildStale } from "./build.ts";

export default function setup(): void {
  buildStale();
}
