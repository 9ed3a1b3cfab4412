/** The number of open threads. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { PanelBadge } from "../../docks/PanelBadge.tsx";
import { useViewer } from "../../viewer-context.ts";

export function CommentsBadge() {
  useSignals();
  const count = useViewer().editor.comments.open.value.length;
  return <PanelBadge count={count} label={t("comments.badge", { count })} />;
}
