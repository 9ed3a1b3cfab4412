/** `task`: work assigned to users on datasets. */
import type { DatasetServices } from "../../services/datasets/dataset-services.ts";
import type { RpcServices } from "../../services/rpc/rpc-services.ts";
import { jobDocument } from "../../services/jobs/job-document.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerTaskRoutes(
  register: RegisterRoute,
  {
    consensus,
    tasks,
    taskAgreement,
    taskWork,
    runCorrections,
  }: Pick<RpcServices, "consensus"> & Pick<DatasetServices, "tasks" | "taskAgreement" | "taskWork" | "runCorrections">,
): void {
  register("task.list", ({ actor, parameters: { datasetId, ...page } }) => tasks.list(actor, datasetId, page));
  register("task.ofFolder", ({ actor, parameters: { id, ...page } }) => tasks.listOfFolder(actor, id, page));
  register("task.overview", ({ actor, parameters: { id } }) => tasks.overview(actor, id));
  register("task.work", ({ actor, parameters: { id, ...days } }) => taskWork.ofFolder(actor, id, days));
  register("task.corrections", ({ actor, parameters: { id } }) => runCorrections.ofFolder(actor, id));
  register("task.agreement", ({ actor, parameters: { id } }) => taskAgreement.ofFolder(actor, id));
  register("task.consensus", async ({ actor, parameters: { id }, body }) => {
    const { record, level } = await consensus.start(actor, id, body);
    return jobDocument(record, level);
  });
  register("task.create", ({ actor, body }) => tasks.create(actor, body));
  register("task.get", ({ actor, parameters: { id } }) => tasks.get(actor, id));
  register("task.update", ({ actor, parameters: { id }, body }) => tasks.update(actor, id, body));
  register("task.move", ({ actor, parameters: { id }, body }) => tasks.move(actor, id, body));
  register("task.delete", async ({ actor, parameters: { id } }) => {
    await tasks.remove(actor, id);
    return null;
  });
}
