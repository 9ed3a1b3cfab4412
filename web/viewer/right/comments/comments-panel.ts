/** The right dock's "Comments" panel. */

import { IconMessageCircle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { CommentsBadge } from "./CommentsBadge.tsx";
import { CommentsPanel } from "./CommentsPanel.tsx";

export const commentsPanel: Panel = {
  // Also used by the "write a comment" command.
  id: "comments",
  title: () => t("comments.title"),
  icon: IconMessageCircle,
  dock: "right",
  group: "check",
  order: 8.6,
  component: CommentsPanel,
  badge: CommentsBadge,
};
