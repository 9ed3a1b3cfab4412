/** Live messages of the server, for as long as somebody is signed in. */
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import type { Job } from "#schemas/wire";
import { API_ROOT } from "../api/client.ts";
import { EventStream } from "../api/event-stream.ts";
import { isServerReachable } from "../api/reachable.ts";
import { t } from "../base/texts/index.ts";
import { applyJobStatus } from "../data/queries/jobs.ts";
import { queryClient } from "../data/queries/query-client.ts";

const LOST_ID = "connection-lost";

export function useLiveUpdates(): void {
  useEffect(() => {
    let lost = false;
    const stream = new EventStream({
      apiRoot: API_ROOT,
      onMessage: (message) => {
        if (message.type === "job_status") applyJobStatus(message.data as Job);
      },
      onLost: () => {
        isServerReachable.value = false;
        if (lost) return;
        lost = true;
        notifications.show({
          id: LOST_ID,
          color: "yellow",
          title: t("shell.connection.lost"),
          message: t("shell.connection.lostText"),
          autoClose: false,
        });
      },
      onOpen: () => {
        isServerReachable.value = true;
        if (!lost) return;
        lost = false;
        notifications.hide(LOST_ID);
        notifications.show({ message: t("shell.connection.back"), color: "teal", autoClose: 3000 });
        void queryClient.invalidateQueries();
      },
    });
    stream.open();
    return () => stream.close();
  }, []);
}
