/** Toasts for messages of the server that concern the user on any page. */
import type { ServerMessage } from "../api/event-stream.ts";
import { showMention } from "./mention-toast.tsx";
import { showTaskChange } from "./task-toast.tsx";

export function showMessage(message: ServerMessage): void {
  if (message.type === "comment_mention") showMention(message);
  else if (message.type === "task_changed" || message.type === "tasks_assigned") void showTaskChange(message);
}
