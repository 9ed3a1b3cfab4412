/** `assetstore`, `worker`, `oauth` and what belongs to brokers and buckets: other machines of a site. */
import type { Assetstore } from "#schemas";

import { storageId } from "../../domain/storage-id.ts";
import { RequestError } from "../../base/errors.ts";
import type { Services } from "../../services/index.ts";
import type { Storage } from "../../services/site/machine.service.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage } from "./paging.ts";
import { wireDate, wireFile } from "./wire.ts";

export function registerMachineRoutes(register: RegisterRoute, { machines }: Pick<Services, "machines">): void {
  const wireStorage = ({ kind, free, total, hasFiles, createdMs }: Storage): Assetstore => {
    const [name, type] = kind === "s3" ? (["S3", 2] as const) : (["Disk", 0] as const);
    const created = wireDate(createdMs);
    return { _id: storageId, name, type, created, current: true, hasFiles, capacity: { free, total } };
  };
  register("assetstore.list", async ({ actor }) => [wireStorage(await machines.storage(actor))]);
  register("assetstore.get", async ({ actor, parameters }) =>
    wireStorage(await machines.storage(actor, parameters.id)),
  );
  register("assetstore.files", async ({ actor, parameters, reply }) => {
    const { id, sortdir } = parameters;
    const found = await machines.storedFiles(actor, id, { ...readPage(parameters), descending: sortdir === -1 });
    return sendPaged(
      reply,
      found.total,
      found.rows.map((file) => wireFile(actor, file)),
    );
  });
  register("assetstore.create", ({ actor }) => machines.refuseStorageChange(actor));
  register("assetstore.update", ({ actor }) => machines.refuseStorageChange(actor));
  register("assetstore.delete", ({ actor }) => machines.refuseStorageChange(actor));
  register("assetstore.import", ({ actor }) => machines.refuseImport(actor));

  register("oauth.providers", async ({ parameters }) => (parameters.list === true ? [] : {}));
  register("oauth.callback", async ({ parameters: { provider } }) => {
    throw new RequestError(`Unknown provider "${provider.slice(0, 100)}".`);
  });

  register("worker.status", ({ actor }) => machines.workerStatus(actor));
  register("userQueue.credentials", ({ actor, parameters }) => machines.refuseQueueCredentials(actor, parameters.id));
  register("userQueue.ping", ({ actor }) => machines.refuseBrokerPing(actor));

  register("bucketNotification.route", ({ actor }) => machines.refuseBucketRule(actor));
  register("bucketNotification.list", ({ actor }) => machines.bucketNews(actor));
  // Anything else than success would make the sender try again for days.
  register("bucketNotification.receive", async () => "done");
}
