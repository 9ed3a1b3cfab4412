/** `dive_rpc/*`: what is done with a dataset on request. */
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";
import { wireFolder } from "./wire.ts";

export function registerRpcRoutes(register: RegisterRoute, { postprocess }: Pick<Services, "postprocess">): void {
  register("rpc.postprocess", async ({ actor, parameters }) => {
    const { id, skipJobs = false, additive = false, additivePrepend = "", set = "" } = parameters;
    const result = await postprocess.run(actor, id, { skipJobs, additive, typePrefix: additivePrepend, setName: set });
    return {
      folder: wireFolder(result.folder),
      warnings: result.warnings,
      job_ids: [],
      configurationHierarchyWrite: result.hierarchyWrite,
    };
  });
}
