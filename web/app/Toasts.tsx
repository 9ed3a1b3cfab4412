/** Where toasts are shown, above everything. */
import { Notifications } from "@mantine/notifications";
// Fetched with them: later it could be missing as what it speaks of.
import "./updated-toast.tsx";

export default function Toasts() {
  return <Notifications position="top-right" autoClose={6000} limit={4} containerWidth={360} className="wl-toasts" />;
}
