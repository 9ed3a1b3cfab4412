/** Asks before unsaved changes are left behind, inside the application and when the page is closed. */

import { useEffect } from "react";
import { useBlocker } from "react-router";
import { t } from "../../base/texts/index.ts";
import { confirmDialog } from "../../ui/confirm.tsx";
import { useViewer } from "../viewer-context.ts";

export function useLeaveGuard(): void {
  const { opened, saver } = useViewer();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      saver.dirtyCount.peek() > 0 && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void (async () => {
      const leave = await confirmDialog({
        title: t("viewer.leaveTitle"),
        text: t("viewer.leaveBody", { count: saver.dirtyCount.peek() }),
        positive: t("viewer.leaveDiscard"),
        negative: t("viewer.leaveStay"),
        danger: true,
      });
      if (!leave) return blocker.reset();
      await opened.forgetUnsaved();
      blocker.proceed();
    })();
    // One question for each time the blocker blocks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent): void {
      if (saver.dirtyCount.peek() > 0) event.preventDefault();
    }
    globalThis.addEventListener("beforeunload", onBeforeUnload);
    return () => globalThis.removeEventListener("beforeunload", onBeforeUnload);
  }, [saver]);
}
