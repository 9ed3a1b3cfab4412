/** `job/*`: work that goes on after a request was answered. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerJobRoutes(register: RegisterRoute, { jobs }: Pick<Services, "jobs">): void {
  register("job.list", ({ actor }) => jobs.list(actor));
  register("job.all", ({ actor }) => jobs.listAll(actor));
  register("job.queued", async ({ actor }) => ({ outstanding: await jobs.countOutstanding(actor) }));
  register("job.typesAndStatuses", ({ actor }) => jobs.typesAndStatuses(actor));
  register("job.typesAndStatusesAll", ({ actor }) => jobs.typesAndStatuses(actor));
  register("job.get", ({ actor, parameters }) => jobs.get(actor, parameters.id));
}
