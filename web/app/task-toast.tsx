/** Tells the user about tasks that were assigned to them or have changed state, with a link. */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { TaskState } from "#schemas/wire";
import type { ServerMessage } from "../api/event-stream.ts";
import { loadTexts, t } from "../base/texts/index.ts";
import { refreshTasks } from "../queries/tasks.ts";
import { navigateTo } from "../ui/page/navigation.ts";

interface TaskChange {
  readonly taskId: string;
  readonly byLogin: string;
  /** For new tasks: their number. */
  readonly count?: number;
  /** For a task that has changed state: its dataset. */
  readonly datasetId?: string;
  readonly datasetName?: string;
  readonly state?: TaskState;
  readonly text?: string;
}

/** Makes ids unique: Mantine ignores a toast with the id of a visible one. */
let toastCount = 0;
/** Long enough to read and follow it, ms. */
const autoCloseMs = 20_000;

export async function showTaskChange({ data }: ServerMessage): Promise<void> {
  const change = data as unknown as TaskChange;
  void refreshTasks();
  const { taskId, datasetId } = change;
  await loadTexts("tasks");
  const id = `task-${++toastCount}`;
  notifications.show({
    id,
    autoClose: autoCloseMs,
    message: (
      <>
        <Text size="sm" lineClamp={4}>
          {sentence(change)}
        </Text>
        <Group mt={6}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              navigateTo(datasetId === undefined ? "/my-work" : `/viewer/${datasetId}?task=${taskId}`);
            }}
          >
            {t(datasetId === undefined ? "tasks.toWork" : "tasks.bar.openThere")}
          </Button>
        </Group>
      </>
    ),
  });
}

function sentence({ byLogin: login, count, datasetName: name = "", state, text = "" }: TaskChange): string {
  if (count !== undefined) return t("tasks.notice.assigned", { login, count });
  switch (state) {
    case "inReview":
      return t("tasks.notice.inReview", { login, name });
    case "accepted":
      return t("tasks.notice.accepted", { login, name });
    case "sentBack":
      return t("tasks.notice.sentBack", { login, name, text });
    default:
      return t("tasks.notice.changed", { login, name });
  }
}
