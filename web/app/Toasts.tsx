/** Where toasts are shown, above everything. */
import { Notifications } from "@mantine/notifications";

export default function Toasts() {
  return <Notifications position="top-right" autoClose={6000} limit={4} containerWidth={360} className="wl-toasts" />;
}
