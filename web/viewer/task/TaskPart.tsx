/**
 * The bar of the user's task on the open dataset. Its code and its request are loaded after the picture, unless the
 * address names the task.
 */
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { whenIdle } from "../../base/after-frame.ts";
import { withTexts } from "../../base/texts/index.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { useViewer } from "../viewer-context.ts";

const TaskBar = lazyPart(async () => (await withTexts("tasks", import("./TaskBar.tsx"))).default);

export function TaskPart() {
  const { workspace } = useViewer();
  const [query] = useSearchParams();
  const named = query.get("task") ?? undefined;
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    let isOver = false;
    whenIdle(() => {
      if (!isOver) setTime(true);
    });
    return () => {
      isOver = true;
    };
  }, []);
  return named !== undefined || isTime ? <TaskBar datasetId={workspace.dataset.id} named={named} /> : null;
}
