/** Renders toasts above pages and dialogs, but below menus and popovers, which they would cover. */
import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { restoreFocus } from "../ui/dialogs/restore-focus.ts";
// Loaded with the toasts: after an update of the server it could no longer be fetched.
import "./updated-toast.tsx";

/** Mantine's modals are at 200, its menus and popovers at 300. */
const betweenDialogsAndMenus = 250;

const toastsSelector = ".wl-toasts";

/** A toast that goes while its button has the focus gives the focus back to where it came from. */
function useFocusAfterToasts(): void {
  useEffect(() => {
    let cameFrom: Element | null = null;
    let focused: Element | undefined;
    const gone = new MutationObserver(() => {
      if (focused?.isConnected !== false) return;
      gone.disconnect();
      restoreFocus(cameFrom);
    });
    function onFocus({ target, relatedTarget }: FocusEvent): void {
      const toasts = target instanceof Element ? target.closest(toastsSelector) : null;
      gone.disconnect();
      if (toasts === null) return;
      focused = target as Element;
      if (relatedTarget instanceof Element && !toasts.contains(relatedTarget)) cameFrom = relatedTarget;
      gone.observe(toasts, { childList: true, subtree: true });
    }
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("focusin", onFocus);
      gone.disconnect();
    };
  }, []);
}

export default function Toasts() {
  useFocusAfterToasts();
  return (
    <Notifications
      position="top-right"
      autoClose={6000}
      limit={4}
      containerWidth={360}
      zIndex={betweenDialogsAndMenus}
      className="wl-toasts"
    />
  );
}
