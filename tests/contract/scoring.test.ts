/** Scorings through the API: sources, the job, its results on each computed dataset, and who may see them. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Job, JobStatus, type ScoringRequest, type Track } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(async () => await server.close());

const track = (id: number, type: string, confidence: number, x: number, frames: number[]): Track => ({
  id,
  begin: frames[0]!,
  end: frames.at(-1)!,
  confidencePairs: [[type, confidence]],
  attributes: {},
  features: frames.map((frame) => ({ frame, bounds: [x, 0, x + 10, 10], keyframe: true, attributes: {} })),
});
async function save(folderId: string, tracks: Track[], set?: string): Promise<void> {
  await ada.client.call("annotation.save", {
    folderId,
    body: { tracks: { upsert: tracks, delete: [] }, set } as never,
  });
}
const score = (body: ScoringRequest, { client }: TestUser = ada): Promise<Job> =>
  client.call("rpc.score", { body } as never);
const untilFinished = (job: Job): Promise<Job> => untilEnded(server, job._id);
const share = async (id: string, level: number): Promise<void> => {
  const access = JSON.stringify({
    users: [
      { id: ada.id, level: 2 },
      { id: bob.id, level },
    ],
    groups: [],
  });
  await ada.client.call("folder.setAccess", { id, access, recurse: true } as never);
};

/**
 * Two ground truth fish in a set; the computed default set finds one of them, with twice the confidence of a false
 * positive.
 */
async function withTruth(name: string): Promise<string> {
  const id = await createImageDataset(ada.client, name, 4);
  await save(id, [track(0, "fish", 0.9, 0, [0, 1]), track(1, "fish", 0.4, 200, [2])]);
  await save(id, [track(0, "fish", 1, 1, [0, 1]), track(1, "fish", 1, 50, [3])], "GT");
  return id;
}
const withSet = (datasetId: string) => ({ computed: { datasetId }, truth: { datasetId, set: "GT" } });

test("the sources of a dataset are its sets; the one that is called the truth is named", async () => {
  const id = await withTruth("sources");
  const sources = { datasetId: id, name: "sources", revision: 2, sets: [{ name: "GT", revision: 2 }] };
  expect(await ada.client.call("dataset.scoringSources", { id })).toEqual({ ...sources, truth: "GT" });
  const other = await createImageDataset(ada.client, "no truth", 1);
  expect(await ada.client.call("dataset.scoringSources", { id: other })).toEqual({
    datasetId: other,
    name: "no truth",
    revision: 0,
    sets: [],
  });
});

test("a job compares pairs as one, and its result is with each computed dataset", async () => {
  const [one, two] = [await withTruth("pool one"), await withTruth("pool two")];
  const job = await score({ pairs: [withSet(one), withSet(two)], title: "both", params: { sweepInterval: 10 } });
  expect(job).toMatchObject({ title: "Scoring both", type: "scoring", dataset_id: one });
  const ended = await untilFinished(job);
  expect([ended.status, ended.log?.join("")]).toEqual([
    JobStatus.success,
    "Compared 6 computed detections with 6 detections of the truth\n",
  ]);
  const [entry, ...others] = await ada.client.call("dataset.scorings", { id: one });
  expect(others).toEqual([]);
  const source = (datasetId: string, name: string, set: string, revision: number) => ({
    datasetId,
    name,
    set,
    revision,
  });
  expect(entry).toMatchObject({
    datasetId: one,
    datasetName: "pool one",
    title: "both",
    creator: "ada1",
    jobId: job._id,
    pairs: [
      { computed: source(one, "pool one", "", 1), truth: source(one, "pool one", "GT", 2) },
      { computed: source(two, "pool two", "", 1), truth: source(two, "pool two", "GT", 2) },
    ],
    params: { iouThreshold: 0.5, sweepInterval: 10, perClass: true },
  });
  const result = await ada.client.call("dataset.scoring", { id: one, resultId: entry?._id ?? "" });
  const { summary, classes, confusion, curves, sweep, errors } = result.scoring;
  expect(summary).toMatchObject({ tp: 4, fp: 2, fn: 2, classAccuracy: 1, truthTracks: 4, computedTracks: 4 });
  expect(summary.precision).toBeCloseTo(2 / 3, 12);
  expect(summary.meanIou).toBeCloseTo(90 / 110, 12);
  expect(summary.tracking).toMatchObject({ switches: 0, idf1: entry?.numbers.idf1 });
  expect(classes.map(({ type, tp }) => [type, tp])).toEqual([["fish", 4]]);
  expect(confusion).toEqual({
    types: ["fish"],
    counts: [
      [4, 2],
      [2, 0],
    ],
  });
  expect(curves.map(({ type }) => type)).toEqual([undefined, "fish"]);
  expect(sweep?.recommended).toEqual({ default: 0.5, fish: 0.5 });
  expect(errors.rows.map(({ pair, frame, kind }) => [pair, frame, kind])).toEqual([
    ...[
      [0, 2, "extra"],
      [0, 3, "missed"],
    ],
    ...[
      [1, 2, "extra"],
      [1, 3, "missed"],
    ],
  ]);
  expect(result.typeColors).toBeUndefined();
  await ada.client.call("dataset.update", { id: two, body: { customTypeStyling: { fish: { color: "#12b886" } } } });
  const { typeColors } = await ada.client.call("dataset.scoring", { id: one, resultId: entry?._id ?? "" });
  expect(typeColors).toEqual({ [two]: { fish: "#12b886" } });
  expect(await ada.client.call("dataset.scorings", { id: two })).toMatchObject([{ title: "both", jobId: job._id }]);
  // The list of all datasets has it once.
  const listed = await ada.client.call("scoring.list", {});
  expect(listed.filter(({ jobId }) => jobId === job._id)).toHaveLength(1);
  // The file can be downloaded as it is.
  const [folder] = await ada.client.call("folder.list", { parentType: "folder", parentId: one, name: "auxiliary" });
  const items = await ada.client.call("item.list", { folderId: folder?._id ?? "" });
  expect(items.map(({ name }) => name)).toEqual([expect.stringMatching(/^scoring_\d{4}-\d\d-\d\dT.*Z\.json$/)]);
});

test("a revision is compared as it was, and the same annotations are not compared with themselves", async () => {
  const datasetId = await createImageDataset(ada.client, "revisions", 2);
  await save(datasetId, [track(0, "fish", 1, 0, [0])]);
  await save(datasetId, [track(0, "crab", 1, 0, [0])]);
  const job = await score({ pairs: [{ computed: { datasetId, revision: 1 }, truth: { datasetId } }] });
  await untilFinished(job);
  const [entry] = await ada.client.call("dataset.scorings", { id: datasetId });
  expect(entry?.numbers).toMatchObject({ precision: 0, recall: 0, map: 0 });
  expect(entry?.pairs[0]).toMatchObject({ computed: { revision: 1 }, truth: { revision: 2 } });
  await expect(
    score({ pairs: [{ computed: { datasetId }, truth: { datasetId, revision: 2 } }] }),
  ).rejects.toMatchObject({
    status: 400,
    message: "revisions is compared with itself: choose another set or revision.",
  });
});

test("types that count as others, and regions in which nothing counts", async () => {
  const datasetId = await createImageDataset(ada.client, "regions", 2);
  await save(datasetId, [track(0, "Fisch", 0.9, 0, [0]), track(1, "fish", 0.9, 60, [1])]);
  await save(datasetId, [track(0, "fish", 1, 0, [0]), track(1, "glare", 1, 60, [1])], "truth");
  await ada.client.call("dataset.update", {
    id: datasetId,
    body: { customTypeStyling: { glare: { suppress: true } } },
  } as never);
  const pairs = [{ computed: { datasetId }, truth: { datasetId, set: "truth" } }];
  await untilFinished(await score({ pairs, params: { classSynonyms: "fish: Fisch" } }));
  const [entry] = await ada.client.call("dataset.scorings", { id: datasetId });
  expect(entry?.numbers).toMatchObject({ precision: 1, recall: 1, f1: 1 });
});

test("polygons, heads and tails, and lengths are compared where both sides have them", async () => {
  const datasetId = await createImageDataset(ada.client, "marks", 1);
  const marked = (shift: number, length: number): Track => {
    const one = track(0, "fish", 0.9, shift, [0]);
    const point = (key: string, x: number) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [x, 5] },
      properties: { key },
    });
    const features = [point("head", shift), point("tail", 10 + shift)];
    return {
      ...one,
      features: [
        { ...one.features[0]!, fishLength: length, geometry: { type: "FeatureCollection", features } },
      ] as Track["features"],
    };
  };
  await save(datasetId, [marked(0.5, 22)]);
  await save(datasetId, [marked(0, 20)], "truth");
  await untilFinished(await score({ pairs: [{ computed: { datasetId }, truth: { datasetId, set: "truth" } }] }));
  const [entry] = await ada.client.call("dataset.scorings", { id: datasetId });
  const { scoring } = await ada.client.call("dataset.scoring", { id: datasetId, resultId: entry?._id ?? "" });
  expect(scoring.summary.keypoints).toMatchObject({ count: 2, pck: 1, distance: 0.5 });
  expect(scoring.summary.lengths).toMatchObject({ count: 1, mae: 2, bias: 2 });
  expect(scoring.summary.polygons).toBeUndefined();
});

test("who may read all that is compared may score it and see the result; deleting is for writers and the asker", async () => {
  const [shown, truth] = [await withTruth("shown"), await withTruth("hidden truth")];
  const pair = { computed: { datasetId: shown }, truth: { datasetId: truth, set: "GT" } };
  await share(shown, 0);
  await expect(score({ pairs: [pair] }, bob)).rejects.toMatchObject({ status: 403 });
  const mine = await score({ pairs: [pair] });
  await untilFinished(mine);
  const [entry] = await ada.client.call("dataset.scorings", { id: shown });
  const given = { id: shown, resultId: entry?._id ?? "" };
  // The ground truth is inaccessible: the result says so.
  expect(await bob.client.call("dataset.scorings", { id: shown })).toEqual([]);
  expect(await bob.client.call("scoring.list", {})).toEqual([]);
  await expect(bob.client.call("dataset.scoring", given)).rejects.toMatchObject({ status: 403 });
  await share(truth, 0);
  expect(await bob.client.call("dataset.scorings", { id: shown })).toHaveLength(1);
  expect(await bob.client.call("scoring.list", {})).toHaveLength(1);
  expect((await bob.client.call("dataset.scoring", given)).scoring.summary.tp).toBe(2);
  await expect(bob.client.call("dataset.deleteScoring", given)).rejects.toMatchObject({ status: 403 });
  const own = await untilFinished(await score({ pairs: [pair] }, bob));
  expect(own.status).toBe(JobStatus.success);
  const bobs = (await bob.client.call("dataset.scorings", { id: shown })).find(({ creator }) => creator === "bob1");
  await bob.client.call("dataset.deleteScoring", { id: shown, resultId: bobs?._id ?? "" });
  await ada.client.call("dataset.deleteScoring", given);
  expect(await ada.client.call("dataset.scorings", { id: shown })).toEqual([]);
  await expect(ada.client.call("dataset.scoring", given)).rejects.toMatchObject({ status: 404 });
  // Read access does not allow writing next to the file.
  await expect(
    bob.client.call("folder.create", { parentType: "folder", parentId: shown, name: "x" }),
  ).rejects.toMatchObject({ status: 403 });
});

test("impossible comparisons are refused before a job starts", async () => {
  const id = await withTruth("refused");
  const pair = withSet(id);
  const refused = async (body: unknown): Promise<string> => {
    const error: unknown = await score(body as ScoringRequest).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 400 });
    return (error as Error).message;
  };
  expect(await refused({ pairs: [{ ...pair, truth: { datasetId: id, set: "none" } }] })).toBe(
    "refused has no annotation set none.",
  );
  expect(await refused({ pairs: [{ ...pair, computed: { datasetId: id, revision: 9 } }] })).toBe(
    "There is no revision 9: the latest one is 2.",
  );
  expect(await refused({ pairs: [] })).toContain("must name 1 to 200 pairs");
  expect(await refused({ pairs: [pair], params: { iouThreshold: 0 } })).toContain("must be above 0, up to 1");
  expect(await refused({ pairs: [pair], params: { sweepInterval: 100_000 } })).toContain("less than or equal to 1000");
  expect(await refused({ pairs: [pair], params: { unheardOf: 1 } })).toContain("extra fields not permitted");
  expect(await refused({ pairs: [pair], params: { classSynonyms: "fish" } })).toBe(
    'line 1 of the synonyms is not "type: alias, alias".',
  );
});

test("a result that was changed by hand says so", async () => {
  const id = await withTruth("by hand");
  await untilFinished(await score({ pairs: [withSet(id)] }));
  const [entry] = await ada.client.call("dataset.scorings", { id });
  const [file] = await ada.client.call("item.files", { id: entry?._id ?? "" });
  await ada.client.call("item.setMetadata", { id: entry?._id ?? "", body: { scoring: { title: 1 } } } as never);
  expect(file?.name).toMatch(/^scoring_/);
  expect(await ada.client.call("dataset.scorings", { id })).toEqual([]);
  await expect(ada.client.call("dataset.scoring", { id, resultId: entry?._id ?? "" })).rejects.toMatchObject({
    status: 404,
  });
});

test("a survey draws frames to look at, then estimates the numbers of all frames from them", async () => {
  const id = await createImageDataset(ada.client, "survey", 40);
  const every = Array.from({ length: 40 }, (_, frame) => frame);
  // Half of the objects were found.
  await save(id, [track(0, "fish", 0.9, 0, every)]);
  const pairs = [{ computed: { datasetId: id }, truth: { datasetId: id, set: "truth" } }];
  const survey = { size: 10, seed: 1 };
  const resultOf = async (job: Job) => {
    expect((await untilFinished(job)).status).toBe(JobStatus.success);
    const entries = await ada.client.call("dataset.scorings", { id });
    const entry = entries.find(({ jobId }) => jobId === job._id);
    return await ada.client.call("dataset.scoring", { id, resultId: entry?._id ?? "" });
  };
  // The set does not exist yet: people draw in it once they know the frames.
  const first = await resultOf(await score({ pairs, params: { survey } }));
  expect(first.params).toMatchObject({ survey, tracking: false });
  const [ranges = []] = first.scoring.survey?.pairs ?? [];
  const drawn = ranges.flatMap(([from = 0, to = 0]) => every.slice(from, to + 1));
  expect(first.scoring.survey).toMatchObject({ frames: 40, drawn: 10 });
  expect(new Set(drawn).size).toBe(10);

  await save(id, [track(0, "fish", 1, 1, drawn), track(1, "fish", 1, 50, drawn)], "truth");
  const second = await resultOf(await score({ pairs, params: { survey } }));
  expect(second.scoring.survey?.pairs).toEqual([ranges]);
  expect(second.scoring.summary).toMatchObject({ tp: 10, fp: 0, fn: 10 });
  expect(second.scoring.survey?.rows.map(({ type }) => type)).toEqual([undefined, "fish"]);
  for (const { count, precision, recall } of second.scoring.survey?.rows ?? []) {
    expect([count.value, precision?.value, recall?.value]).toEqual([80, 1, 0.5]);
    expect([count.low <= 80, count.high >= 80, recall!.low < 0.5, recall!.high > 0.5]).toEqual(Array(4).fill(true));
  }
  await expect(score({ pairs, params: { survey: { size: 9, seed: 1 } } })).rejects.toThrow(/survey/);
  // Without a survey, a set that does not exist stays a mistake.
  const unknown = [{ computed: { datasetId: id }, truth: { datasetId: id, set: "nowhere" } }];
  await expect(score({ pairs: unknown })).rejects.toThrow(/nowhere/);
});
