/** Reloads the lists of revisions and sets after a save, which may add to both. */

import { effect } from "../../../base/effect.ts";
import { useEffect } from "react";
import { keys } from "../../../queries/keys.ts";
import { queryClient } from "../../../queries/query-client.ts";
import { useViewer } from "../../viewer-context.ts";

export function useRefreshedHistory(): void {
  const { saver, workspace } = useViewer();
  useEffect(() => {
    let savedAt: Date | undefined;
    return effect(() => {
      const state = saver.state.value;
      if (state.kind !== "saved" || state.at === savedAt) return;
      savedAt = state.at;
      void refreshHistory(workspace.cameras.map(({ info }) => info.datasetId));
    });
  }, [saver, workspace]);
}

export async function refreshHistory(datasetIds: readonly string[]): Promise<void> {
  const stale = datasetIds.flatMap((id) => [keys.revisions(id), keys.annotationSets(id)]);
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
