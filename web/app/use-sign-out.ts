/** Logs out: asks first while uploads run, clears everything shown, and opens the log-in page. */
import { notifications } from "@mantine/notifications";
import { useNavigate } from "react-router";
import { signOut } from "../api/account.ts";
import { errorText } from "../api/errors.ts";
import { t } from "../base/texts/index.ts";
import { keys } from "../queries/keys.ts";
import { queryClient } from "../queries/query-client.ts";
import { noticeAtLogin } from "../data/login/notice-at-login.ts";
import { isImportRunning, openImport } from "../data/multicam/open-import.ts";
import { hasRunningUploads } from "../data/upload/upload-state.ts";
import { confirmDialog } from "../ui/dialogs/confirm.tsx";
import { loadSide } from "./entrance.ts";

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (hasRunningUploads() || isImportRunning()) {
      const leave = await confirmDialog({
        title: t("shell.logout"),
        text: t("upload.leave"),
        positive: t("shell.logout"),
        danger: true,
      });
      if (!leave) return;
      const open = openImport.peek();
      openImport.value = undefined;
      const { abortAll } = await import("../data/upload/uploads.ts");
      await Promise.all([abortAll(), open?.run?.discard()]);
    }
    await loadSide("login");
    try {
      await signOut();
      noticeAtLogin.value = undefined;
    } catch (error) {
      // The user is signed out here anyway; the token stays valid on the server until it expires.
      noticeAtLogin.value = errorText(error);
    }
    await navigate("/login");
    // One user's notifications must not be shown to the next.
    notifications.clean();
    queryClient.removeQueries({
      predicate: (query) => query.queryKey[0] !== keys.site[0],
    });
  };
}
