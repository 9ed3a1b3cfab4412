/** Toasts for messages of the server that concern the user on any page. */
import type { ServerMessage } from "../api/event-stream.ts";
import { tellMention } from "./tell-mention.tsx";
import { tellTask } from "./tell-task.tsx";

export function tell(message: ServerMessage): void {
  if (message.type === "comment_mention") tellMention(message);
  else if (message.type === "task_changed" || message.type === "tasks_assigned") void tellTask(message);
}
