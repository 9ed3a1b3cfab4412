/** Asks before unsaved changes are lost, on navigation in the application and when the page is closed. */

import { useEffect } from "react";
import { useBlocker } from "react-router";
import { t } from "../../base/texts/index.ts";
import { runCommand } from "../../commands/registry.ts";
import { chooseDialog } from "../../ui/dialogs/choose.tsx";
import { useViewer } from "../viewer-context.ts";

/**
 * @param onDiscard called when the changes are discarded and the other page is on its way: users who come back before it
 *   is shown must not find the discarded changes
 */
export function useLeaveGuard(onDiscard: () => void): void {
  const { editor, opened, saver } = useViewer();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      saver.dirtyCount.peek() > 0 && addressOf(currentLocation) !== addressOf(nextLocation),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void (async () => {
      const choice = await chooseDialog({
        title: t("viewer.leaveTitle"),
        text: t("viewer.leaveBody", { count: saver.dirtyCount.peek() }),
        choices: [
          { value: "stay", label: t("viewer.leaveStay") },
          { value: "discard", label: t("viewer.leaveDiscard"), weight: "danger" },
          { value: "save", label: t("viewer.leaveSave"), weight: "main" },
        ],
      });
      // A failed save reports why itself.
      if (choice === "save") await Promise.resolve(runCommand(editor, "dataset.save")).catch(() => undefined);
      if (choice === "discard") await opened.forgetUnsaved();
      else if (choice !== "save" || saver.dirtyCount.peek() > 0) return blocker.reset();
      blocker.proceed();
      if (choice === "discard") onDiscard();
    })();
    // Ask once each time the blocker blocks.
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

/** The query is part of the address: it names the compared sets. */
function addressOf({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  return pathname + search;
}
