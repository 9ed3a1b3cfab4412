/** Follows others' saves in the open dataset: announces them, and reloads the lists of revisions and sets. */

import { notifications } from "@mantine/notifications";
import { computed } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import { api } from "../../api/client.ts";
import { listenToServer } from "../../api/messages.ts";
import { isServerReachable } from "../../api/reachable.ts";
import { requireUser } from "../../api/session.ts";
import type { Editor } from "../../editor/editor.ts";
import { jobCompletions } from "../../queries/job-completions.ts";
import { RemoteSaves, type SavedElsewhere } from "../../session/saving/remote-saves.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";
import { refreshHistory } from "../right/revisions/use-fresh-history.ts";
import { savedText } from "./remote-saves-text.ts";

/** A newer toast replaces the previous one. */
const mergedId = "merged-of-others";

export function followOthers({ workspace, saver }: OpenWorkspace, editor: Editor) {
  const { id } = workspace.dataset;
  const others = new RemoteSaves({
    workspace,
    saver,
    client: api,
    // A pipeline's results are offered by the notice of its end.
    isHeld: computed(() => editor.pointer.isPlacing.value || jobCompletions.value.has(id)),
    onMerged(merged) {
      notifications.hide(mergedId);
      notifications.show({ id: mergedId, color: "teal", message: savedText(merged, requireUser()._id, "merged") });
    },
  });
  const stopListening = listenToServer(({ type, data }) => {
    if (type !== "annotations_saved") return;
    const { set, ...saved } = data as Omit<SavedElsewhere, "setName"> & { readonly set: string };
    if (!workspace.cameras.some(({ info }) => info.datasetId === saved.datasetId)) return;
    others.receive({ ...saved, setName: set === "" ? undefined : set });
    void refreshHistory([saved.datasetId]);
  });
  let wasReachable = isServerReachable.peek();
  const stopWaiting = effect(() => {
    const isReachable = isServerReachable.value;
    // A failure here will be reported by the user's next request.
    if (isReachable && !wasReachable) void others.catchUp().catch(() => undefined);
    wasReachable = isReachable;
  });
  return {
    others,
    dispose() {
      stopListening();
      stopWaiting();
      others.dispose();
    },
  };
}
