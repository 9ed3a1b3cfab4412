/** Tells the user in a toast why something that they asked for failed. */
import { notifications } from "@mantine/notifications";
import { errorText } from "../api/errors.ts";

export function showError(error: unknown): void {
  notifications.show({ color: "red", message: errorText(error) });
}
