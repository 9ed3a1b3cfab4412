/** The panel "Comments" of the right dock. */

import { IconMessageCircle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { CommentsBadge } from "./CommentsBadge.tsx";
import { CommentsPanel } from "./CommentsPanel.tsx";

export const commentsPanel: Panel = {
  // The command that writes a comment opens it by this name.
  id: "comments",
  title: () => t("comments.title"),
  icon: IconMessageCircle,
  dock: "right",
  group: "check",
  order: 8.6,
  component: CommentsPanel,
  badge: CommentsBadge,
};
