/** `assetstore`, `worker`, message brokers and buckets: other machines of a site. */
import type { Assetstore } from "#schemas";

import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { jobDocument } from "../../services/jobs/job-document.ts";
import type { RpcServices } from "../../services/rpc/rpc-services.ts";
import type { SiteServices } from "../../services/site/site-services.ts";
import type { Storage } from "../../services/rpc/storage.service.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage } from "./paging.ts";
import { wireDate, wireFile } from "./wire.ts";

const wireStorage = (storage: Storage): Assetstore => ({
  _id: storage.id,
  name: storage.name,
  type: storage.kind === "s3" ? 2 : 0,
  created: wireDate(storage.createdMs),
  current: storage.isOwn,
  hasFiles: storage.hasFiles,
  ...(storage.location !== undefined && { root: storage.location, readOnly: true }),
  capacity: { free: storage.free, total: storage.total },
  ...(storage.directFailure !== undefined && {
    directFailure: { reason: storage.directFailure.reason, at: wireDate(storage.directFailure.atMs) },
  }),
});

/** A folder of the server in the client's parameters, or a bucket. */
function locationOf({ type = 0, root = "", bucket = "", prefix = "", service = "", region = "" }: Given): string {
  if (type !== 2 || root !== "") return root;
  if (bucket === "") return "";
  const url = new URL(`s3://${encodeURIComponent(bucket)}/${prefix.replace(/^\/+/, "")}`);
  if (service !== "") url.searchParams.set("endpoint", service);
  if (region !== "") url.searchParams.set("region", region);
  return url.href;
}

const placeOf = (
  given: Given & { readonly credentials?: string | undefined; readonly sign?: boolean | undefined },
) => ({
  location: locationOf(given),
  ...defined({ credentials: given.credentials, signs: given.sign }),
});

type Given = { readonly type?: number | undefined } & {
  readonly [name in "bucket" | "prefix" | "region" | "root" | "service"]?: string | undefined;
};

export function registerMachineRoutes(
  register: RegisterRoute,
  { machines, storages }: Pick<SiteServices, "machines"> & Pick<RpcServices, "storages">,
): void {
  register("assetstore.list", async ({ actor, parameters }) => {
    const { limit, offset } = readPage(parameters);
    const all = await storages.list(actor);
    return all.slice(offset, limit === 0 ? undefined : offset + limit).map(wireStorage);
  });
  register("assetstore.get", async ({ actor, parameters }) => wireStorage(await storages.get(actor, parameters.id)));
  register("assetstore.files", async ({ actor, parameters, reply }) => {
    const { id, sortdir } = parameters;
    const page = await storages.files(actor, id, { ...readPage(parameters), descending: sortdir === -1 });
    return sendPaged(
      reply,
      page.total,
      page.rows.map((file) => wireFile(actor, file)),
    );
  });
  register("assetstore.create", async ({ actor, parameters }) =>
    wireStorage(await storages.register(actor, { name: parameters.name ?? "", location: locationOf(parameters) })),
  );
  register("assetstore.update", async ({ actor, parameters }) => {
    const { id, name = "", current = false } = parameters;
    const { storage, check } = await storages.change(actor, id, { ...placeOf(parameters), name, forUploads: current });
    return { ...wireStorage(storage), ...(check !== undefined && { checkJob: check.record.id }) };
  });
  register("assetstore.delete", async ({ actor, parameters }) => {
    await storages.remove(actor, parameters.id);
    return null;
  });
  register("assetstore.import", async ({ actor, parameters }) => {
    const { id, importPath = "", destinationId = "", destinationType, dryRun = false } = parameters;
    if (destinationType !== undefined && destinationType !== "folder") {
      throw new RequestError("Media are imported into a folder: create one, and name it as the destination.");
    }
    for (const name of ["fileIncludeRegex", "fileExcludeRegex", "leafFoldersAsItems"] as const) {
      const value = parameters[name];
      if (value === undefined || value === "" || value === false) continue;
      throw new RequestError(`${name} is not supported: name a folder of the place with importPath instead.`);
    }
    const { record, level } = await storages.import(actor, id, { path: importPath, destinationId, dryRun });
    return jobDocument(record, level);
  });
  register("assetstore.check", async ({ actor, parameters }) => {
    const { record, level } = await storages.check(actor, parameters.id, placeOf(parameters));
    return jobDocument(record, level);
  });

  register("worker.status", ({ actor }) => machines.workerStatus(actor));
  register("userQueue.credentials", ({ actor, parameters }) => machines.refuseQueueCredentials(actor, parameters.id));
  register("userQueue.ping", ({ actor }) => machines.refuseBrokerPing(actor));

  register("bucketNotification.route", ({ actor }) => machines.refuseBucketRule(actor));
  register("bucketNotification.list", ({ actor }) => machines.bucketNews(actor));
  // Any other response would make the sender retry for days.
  register("bucketNotification.receive", async () => "done");
}
