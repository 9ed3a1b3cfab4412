/** The right dock's "Notes" panel. */

import { IconNote } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { NotesPanel } from "./NotesPanel.tsx";
import { NotesBadge } from "./NotesBadge.tsx";

export const notesPanel: Panel = {
  id: "notes",
  title: () => t("notes.title"),
  icon: IconNote,
  dock: "right",
  group: "check",
  order: 8.7,
  component: NotesPanel,
  badge: NotesBadge,
};
