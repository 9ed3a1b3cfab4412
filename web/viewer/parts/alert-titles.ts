/** Titles for refusals that are shown in a dialog because the user must do something else first. */
import type { Refusal } from "../../commands/command.ts";

export const alertTitles: Partial<Record<Refusal, "lists.splitFailed" | "cameras.linkingError" | "cameras.linking">> = {
  cannotSplit: "lists.splitFailed",
  cannotLink: "cameras.linkingError",
  linking: "cameras.linking",
};
