/**
 * What the log-in page shows above its forms: an error while signing out, or a defect of ours. The page has no toasts.
 */
import { signal } from "@preact/signals-core";

export const noticeAtLogin = signal<string | undefined>(undefined);
