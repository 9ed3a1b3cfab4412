/** A pipeline with its result in a dataset of its own: the job is repeated after a crash, its clone is not. */

import { afterAll, beforeAll, expect, test } from "vitest";

import { JobStatus } from "#schemas";
import { untilEnded } from "../support/ended-job.ts";
import { createImageDataset } from "../support/dataset.ts";
import { openCrashWorld, type CrashWorld } from "./crash-rounds.ts";

let world: CrashWorld;
beforeAll(async () => {
  world = await openCrashWorld({ WAKELINE_WORKER_LEASE_MS: "900" });
});
afterAll(() => world.close());

test("killed between the clone for its result and what follows, a run ends in that clone", async () => {
  const { client } = world;
  const folderId = await createImageDataset(client, "source", 2);
  const features = [{ frame: 0, bounds: [1, 1, 9, 9], keyframe: true }];
  const track = { id: 0, begin: 0, end: 0, confidencePairs: [["ray", 0.5]], attributes: {}, features };
  await client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } as never });
  const { parentId } = await client.call("folder.get", { id: folderId });
  const pipelines = await client.call("configuration.pipelines", {});
  const pipeline = Object.values(pipelines)
    .flatMap(({ pipes }) => pipes)
    .find(({ pipe }) => pipe === "utility_nms.pipe");
  if (pipeline === undefined) throw new Error("The built-in pipeline is missing.");
  const place = await client.call("folder.create", { parentType: "user", parentId, name: "results" });
  const pipelineParams = { outputDatasetName: "less", outputParentFolderId: place._id };

  let id = "";
  const point = { step: "COMMIT", nth: 1, after: 'insert into "clones"' };
  const result = await world.killedAt(point, async () => {
    ({ _id: id } = await client.call("rpc.pipeline", { folderId, pipeline, pipelineParams } as never));
    await untilEnded(world, id);
  });
  expect(result).toEqual({ acknowledged: false, findings: [] });
  const made = await client.call("folder.list", { parentType: "folder", parentId: place._id });
  expect(made.map(({ name }) => name)).toEqual(["less"]);

  const ended = await untilEnded(world, id);
  expect(ended.status, ended.log?.join("")).toBe(JobStatus.success);
  const [after, ...others] = await client.call("folder.list", { parentType: "folder", parentId: place._id });
  expect([after?._id, others]).toEqual([made[0]?._id, []]);
  expect(await client.call("annotation.revisions", { folderId: made[0]?._id ?? "", limit: 0 })).not.toEqual([]);
});
