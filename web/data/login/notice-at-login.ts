/**
 * What the log-in page says above its forms: what went wrong when somebody signed out, or a defect of ours. It has no
 * toasts.
 */
import { signal } from "@preact/signals-core";

export const noticeAtLogin = signal<string | undefined>(undefined);
