/** Whether the server answers, as far as the live stream knows: what waits for it can go on when this turns true. */
import { signal } from "@preact/signals-core";

export const isServerReachable = signal(true);
