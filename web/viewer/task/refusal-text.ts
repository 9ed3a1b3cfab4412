/** The server's list of unmet requirements of a task, in the user's language. */
import type { ApiError } from "#schemas/client";
import { issueRules } from "#core/types";
import type { Task } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

type Missing = NonNullable<Task["history"][number]["missing"]>[number];

export function refusalText({ reply, message }: ApiError): string {
  if (!Array.isArray(reply?.extra)) return message;
  const parts = (reply.extra as readonly Missing[]).map(({ kind, name, count, trackId, frame, camera }) => {
    const rule = issueRules.find((known) => known === name);
    const place = camera === undefined ? t("tasks.refused.place", { track: trackId, frame }) : "";
    const where = place || t("tasks.refused.cameraPlace", { track: trackId, frame, camera: camera ?? "" });
    return kind === "rule"
      ? t("tasks.refused.rule", { rule: rule === undefined ? name : t(`problems.rule.${rule}`), count, where })
      : t("tasks.refused.attribute", { name, count, where });
  });
  return t("tasks.refused", { what: parts.join("; ") });
}
