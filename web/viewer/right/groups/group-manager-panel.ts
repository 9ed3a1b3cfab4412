/** The right dock's "Group manager" panel. Groups consist of tracks of one camera. */

import { IconUsersGroup } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const groupManagerPanel: Panel = {
  id: "group-manager",
  title: () => t("lists.groupManager"),
  short: () => t("viewer.short.groups"),
  icon: IconUsersGroup,
  dock: "right",
  group: "data",
  order: 3,
  when: ({ workspace }) => workspace.cameras.length === 1,
  component: lazyPart(async () => (await import("./GroupManager.tsx")).GroupManager),
};
