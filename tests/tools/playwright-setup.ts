/** Before the browser tests: the server serves the built web app, so it must be there and fresh. */
import { buildStale } from "./build.ts";

export default function setup(): void {
  buildStale();
}
