/** Where toasts are shown: above pages and dialogs, below menus and what else opens at a click, which they would cover. */
import { Notifications } from "@mantine/notifications";
// Fetched with them: later it could be missing as what it speaks of.
import "./updated-toast.tsx";

/** Mantine's dialogs are at 200, its menus and popovers at 300. */
const betweenDialogsAndMenus = 250;

export default function Toasts() {
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
