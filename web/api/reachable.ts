/**
 * Whether the server is reachable, as far as the live stream knows: waiting work can continue when this becomes true.
 */
import { signal } from "@preact/signals-core";

export const isServerReachable = signal(true);
