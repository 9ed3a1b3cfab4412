/** Renders toasts above pages and dialogs, but below menus and popovers, which they would cover. */
import { Notifications } from "@mantine/notifications";
// Loaded with the toasts: after an update of the server it could no longer be fetched.
import "./updated-toast.tsx";

/** Mantine's modals are at 200, its menus and popovers at 300. */
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
