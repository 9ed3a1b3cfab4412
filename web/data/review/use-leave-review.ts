/** Asks before unsaved changes are lost, on navigation in the application and when the page is closed. */
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { t } from "../../base/texts/index.ts";
import { chooseDialog } from "../../ui/dialogs/choose.tsx";
import type { Review } from "./review.ts";

/** @param save reports its errors itself */
export function useLeaveReview(review: Review, save: () => Promise<void>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(review),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void (async () => {
      const choice = await chooseDialog({
        title: t("review.leave.title"),
        text: t("review.leave.text", { count: review.edits.count.peek() }),
        choices: [
          { value: "stay", label: t("review.leave.stay") },
          { value: "discard", label: t("review.leave.discard"), weight: "danger" },
          { value: "save", label: t("review.leave.save"), weight: "main" },
        ],
      });
      if (choice === "save") await save();
      if (choice === "discard") review.edits.discard();
      if (review.edits.count.peek() > 0) blocker.reset();
      else blocker.proceed();
    })();
    // Ask once each time the blocker blocks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent): void {
      if (hasUnsaved(review)) event.preventDefault();
    }
    globalThis.addEventListener("beforeunload", onBeforeUnload);
    return () => globalThis.removeEventListener("beforeunload", onBeforeUnload);
  }, [review]);
}

/** Including the drawn box of an open editor. */
function hasUnsaved(review: Review): boolean {
  return !review.edits.keepDrawn() || review.edits.count.peek() > 0;
}
