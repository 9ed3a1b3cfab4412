/** The pipeline that measures linked objects on two calibrated cameras, from the list to a revision of each camera. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Job, JobStatus } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { readEvents } from "../support/event-reader.ts";
import { createMultiCamDataset, type MultiCamSketch } from "../support/multicam-dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

/** Both look straight ahead, 100 mm apart: a point 1 m away is 60 pixels further left in the right picture. */
const lens = { fx: 600, fy: 600, cx: 160, cy: 120 };
const bothLenses = Object.entries(lens).flatMap(([key, value]) =>
  ["left", "right"].map((side) => [`${key}_${side}`, value]),
);
const calibration = {
  name: "calibration.json",
  bytes: JSON.stringify({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [-100, 0, 0], ...Object.fromEntries(bothLenses) }),
};
const cameras = ["left", "right"].map((name) => ({ name, images: 3 }));
const createRig = (sketch: Partial<MultiCamSketch> = {}) =>
  createMultiCamDataset(ada.client, { cameras, calibration, ...sketch });

interface Line {
  readonly frame: number;
  /** x of head and tail, in row 100. */
  readonly from: number;
  readonly to: number;
  readonly row?: number;
  readonly attributes?: object;
}

function track(id: number, lines: readonly Line[]) {
  const features = lines.map(({ frame, from, to, row = 100, attributes = {} }) => {
    const point = (key: string, x: number) => ({
      type: "Feature",
      properties: { key },
      geometry: { type: "Point", coordinates: [x, row] },
    });
    return {
      frame,
      bounds: [from, 90, to, 110],
      keyframe: true,
      attributes,
      geometry: { type: "FeatureCollection", features: [point("head", from), point("tail", to)] },
    };
  });
  const frames = lines.map(({ frame }) => frame);
  return {
    id,
    begin: Math.min(...frames),
    end: Math.max(...frames),
    features,
    confidencePairs: [["fish", 0.9]],
    attributes: {},
  };
}

const save = (folderId: string | undefined, tracks: readonly object[]) =>
  ada.client.call("annotation.save", {
    folderId: folderId ?? "",
    body: { tracks: { upsert: tracks, delete: [] } } as never,
  });
const tracksOf = (folderId: string | undefined) => ada.client.call("annotation.tracks", { folderId: folderId ?? "" });

async function run(folderId: string, kwiverParams: object = {}): Promise<Job> {
  const { measurement } = await ada.client.call("configuration.pipelines", {});
  const pipeline = measurement?.pipes.find(({ pipe }) => pipe === "measurement_length.pipe");
  const { _id: id } = await ada.client.call("rpc.pipeline", {
    folderId,
    pipeline: pipeline as never,
    pipelineParams: { kwiverParams },
  });
  return await untilEnded(ada, id);
}

test("measurement_length stores lengths of linked tracks on both cameras, as one revision of each", async () => {
  const rig = await createRig();
  // 90 pixels at 1 m are 150 mm; 60 pixels at 2 m are 200 mm.
  await save(rig.cameras["left"], [
    track(4, [
      { frame: 0, from: 180, to: 270, attributes: { length_method: "user_set", sex: "f" } },
      { frame: 1, from: 180, to: 240 },
    ]),
    track(5, [{ frame: 0, from: 10, to: 40 }]),
    track(6, [{ frame: 0, from: 180, to: 240 }]),
  ]);
  await save(rig.cameras["right"], [
    track(4, [
      { frame: 0, from: 120, to: 210, attributes: { length_method: "user_set" } },
      { frame: 1, from: 150, to: 210 },
      { frame: 2, from: 150, to: 210 },
    ]),
    // Elsewhere in the picture: another object with the same number.
    track(6, [{ frame: 0, from: 120, to: 180, row: 180 }]),
  ]);
  const events = await readEvents((signal) =>
    server.fetch("/api/v1/notification/stream?since=1e12&timeout=300", { token: ada.token, signal }),
  );
  const job = await run(rig.id);
  const told = new Set<unknown>();
  while (told.size < 2) {
    for (const { type, data } of await events.next(1)) {
      if (type === "annotations_saved") told.add((data as { datasetId: string }).datasetId);
    }
  }
  events.close();
  expect(told).toEqual(new Set(Object.values(rig.cameras)));
  expect([job.status, job.title]).toEqual([JobStatus.success, `Running length on ${rig.name}`]);
  expect(job.log?.join("")).toContain("2 lengths of 1 tracks; 2 tracks are linked.");
  expect(job.log?.join("")).toContain("1 lines were more than 10 pixels off their counterparts.");
  for (const side of ["left", "right"]) {
    const [measured, ...others] = await tracksOf(rig.cameras[side]);
    expect(measured?.attributes).toEqual({ avg_length: expect.closeTo(175, 6) });
    const [near, far] = measured?.features ?? [];
    expect(near?.attributes).toEqual({
      ...(side === "left" && { sex: "f" }),
      length: expect.closeTo(150, 6),
      midpoint_x: expect.closeTo(108.3333, 3),
      midpoint_y: expect.closeTo(-33.3333, 3),
      midpoint_z: expect.closeTo(1000, 4),
      midpoint_range: expect.closeTo(Math.hypot(108.3333, 33.3333, 1000), 3),
      stereo_rms: expect.closeTo(0, 6),
      length_method: "user_set",
    });
    expect(far?.attributes).toMatchObject({ length: expect.closeTo(200, 6), length_method: "keypoints" });
    expect(measured?.features[2]?.attributes ?? {}).toEqual({});
    for (const other of others) expect([other.attributes, other.features[0]?.attributes]).toEqual([{}, {}]);
    const revisions = await ada.client.call("annotation.revisions", { folderId: rig.cameras[side] ?? "" });
    expect(revisions.at(-1)).toMatchObject({ revision: 2, description: "Run length" });
  }
  const { attributes } = (await ada.client.call("dataset.get", { id: rig.id })) as { attributes: object };
  expect(Object.keys(attributes)).toEqual(expect.arrayContaining(["detection_length", "track_avg_length"]));
});

test("only where there is something to measure with: a stereo dataset, calibrated, whose frames belong together", async () => {
  const attempt = async (sketch: Partial<MultiCamSketch>) => await run((await createRig(sketch)).id);
  await expect(run((await createMultiCamDataset(ada.client, { cameras })).id)).rejects.toThrow(
    "Measurement pipelines require a calibration that can be read.",
  );
  await expect(run((await createMultiCamDataset(ada.client, { cameras, subType: "multicam" })).id)).rejects.toThrow(
    "Measurement pipelines require a stereo dataset.",
  );
  await expect(attempt({ timeAlignment: { mode: "frame", cameras: { right: { offset: 2 } } } })).rejects.toThrow(
    "this dataset is aligned by time",
  );
  await expect(attempt({ calibration: { name: "rig.cam", bytes: "?" } })).rejects.toThrow(
    "calibration that can be read",
  );
});
