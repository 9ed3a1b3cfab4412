/** Subscribes to live messages of the server while a user is signed in. */
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import type { Job } from "#schemas/wire";
import { hasSessionEnded } from "../api/account.ts";
import { apiRoot } from "../api/client.ts";
import { EventStream } from "../api/event-stream.ts";
import { dispatchMessage } from "../api/messages.ts";
import { isServerReachable } from "../api/reachable.ts";
import { t } from "../base/texts/index.ts";
import { applyJobStatus } from "../queries/jobs.ts";
import { queryClient } from "../queries/query-client.ts";

const lostId = "connection-lost";

export function useLiveUpdates(): void {
  useEffect(() => {
    let lost = false;
    let isShown = false;
    let isOver = false;
    async function showLoss() {
      // The server ends the streams of an expired session: ask to log in instead of waiting.
      if ((await hasSessionEnded()) || isOver || !lost) return;
      isShown = true;
      notifications.show({
        id: lostId,
        color: "yellow",
        title: t("shell.connection.lost"),
        message: t("shell.connection.lostText"),
        autoClose: false,
      });
    }
    const stream = new EventStream({
      apiRoot: apiRoot,
      onMessage: (message) => {
        dispatchMessage(message);
        if (/^(comment_m|tasks?_)/.test(message.type))
          void import("./message-toast.ts").then(({ showMessage }) => showMessage(message));
        if (message.type === "job_status") applyJobStatus(message.data as Job);
      },
      onLost: () => {
        isServerReachable.value = false;
        if (lost) return;
        lost = true;
        void showLoss();
      },
      onOpen: () => {
        isServerReachable.value = true;
        if (!lost) return;
        lost = false;
        if (isShown) notifications.show({ message: t("shell.connection.back"), color: "teal", autoClose: 3000 });
        isShown = false;
        notifications.hide(lostId);
        void queryClient.invalidateQueries();
      },
    });
    stream.open();
    return () => {
      isOver = true;
      stream.close();
      notifications.hide(lostId);
    };
  }, []);
}
