/** Changes jobs from a job list. */
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { showError } from "../../features/show-error.ts";

/** Reports errors; reloads the lists in any case. */
export async function changeJobs(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: keys.jobs });
}
