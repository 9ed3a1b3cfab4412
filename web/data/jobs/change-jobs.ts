/** Changes jobs from a job list. */
import { notifications } from "@mantine/notifications";
import { errorText } from "../../api/errors.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";

/** Reports errors; reloads the lists in any case. */
export async function changeJobs(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    notifications.show({ message: errorText(error), color: "red" });
  }
  await queryClient.invalidateQueries({ queryKey: keys.jobs });
}
