/** Notices above the forms of the log-in page, which has no toasts: an error while signing out, or a bug of ours. */
import { signal } from "@preact/signals-core";

export const noticeAtLogin = signal<string | undefined>(undefined);
