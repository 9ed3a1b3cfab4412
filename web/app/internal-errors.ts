/**
 * Unhandled errors, which are bugs in this program. The page continues, the console logs the full error, and the user
 * is notified, since the requested action may not have happened.
 */
import { noticeAtLogin } from "../data/login/notice-at-login.ts";
import { side } from "./entrance.ts";
import { t } from "../base/texts/index.ts";
import { internalErrorText, isUpdated } from "./internal-error-text.ts";
import { reportError } from "./reports.ts";

const id = "internal-error";

/** Browsers report these for layouts that need two passes; nothing was lost. */
const harmless = /ResizeObserver loop/;

export function watchInternalErrors(): void {
  addEventListener("error", ({ error, message }) => {
    // oxlint-disable-next-line wakeline/no-message-match -- browsers give it no code
    if (!harmless.test(message)) showError(error ?? message);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    // An aborted request is intentional.
    if (!(reason instanceof DOMException && reason.name === "AbortError")) showError(reason);
  });
}

/** Shows only the last one: a bug that recurs in each frame gives one message. */
function showError(error: unknown): void {
  reportError(error);
  void showInternalError(error);
}

async function showInternalError(error: unknown): Promise<void> {
  const isOld = await isUpdated(error);
  const message = isOld ? t("shell.update.text") : internalErrorText(error);
  if (side.peek() === "login") noticeAtLogin.value = message;
  else if (isOld) (await import("./updated-toast.tsx")).showUpdate(id);
  else await showToast(message);
}

/** Toasts are loaded with the pages after the log-in. */
async function showToast(message: string): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.hide(id);
  notifications.show({ id, color: "red", message, autoClose: 10_000 });
}
