/**
 * The viewer's calls: responses have the fields of the entities that are saved through them, and no other wrapping.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  id = await createImageDataset(ada.client, "reef");
});
afterAll(() => server.close());

const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const init = { method, token: ada.token, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await server.fetch(`/api/v1/${path}`, init);
  expect([path, response.status]).toEqual([path, 200]);
  return await response.json();
};

const geometry = {
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      properties: { key: "head", annotationType: "Point" },
      geometry: { type: "Point", coordinates: [1, 2] },
    },
    {
      type: "Feature",
      properties: { key: "", annotationType: "Polygon" },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [1, 2],
            [3, 2],
            [3, 4],
            [1, 2],
          ],
        ],
      },
    },
  ],
};
const feature = {
  frame: 0,
  flick: 0,
  bounds: [1, 2, 3, 4],
  keyframe: true,
  interpolate: false,
  attributes: { length: 3 },
  geometry,
};
const track = {
  id: 1,
  begin: 0,
  end: 0,
  meta: { note: "x" },
  confidencePairs: [
    ["fish", 0.9],
    ["ray", 0.1],
  ],
  attributes: { sex: "f", userAttributes: { ada1: { checked: true } } },
  features: [feature],
};
const group = {
  id: 1,
  begin: 0,
  end: 0,
  meta: { note: "y" },
  confidencePairs: [["no-group", 1]],
  attributes: { calm: true },
  members: { 1: { ranges: [[0, 0]] } },
};
const attribute = {
  name: "sex",
  belongs: "track",
  datatype: "text",
  key: "track_sex",
  values: ["f", "m"],
  color: "#ff0000",
  valueColors: { f: "#00ff00" },
  user: false,
  editor: { type: "freeform" },
  render: {
    selected: true,
    typeFilter: ["all"],
    order: 0,
    displayName: "Sex",
    displayTextSize: -1,
    displayColor: "auto",
    valueTextSize: -1,
    valueColor: "auto",
    location: "outside",
    layout: "vertical",
    corner: "SE",
    box: false,
    boxColor: "auto",
    boxThickness: 1,
    displayWidth: { type: "px", val: 75 },
    displayHeight: { type: "auto", val: 10 },
  },
};
const filter = {
  name: "males",
  attribute: "track_sex",
  type: "track",
  typeFilter: ["fish"],
  enabled: true,
  primaryDisplay: false,
  ignoreUndefined: true,
  filter: { op: "=", val: "m", userDefined: false },
};
const configuration = {
  customTypeStyling: {
    fish: { color: "#123456", strokeWidth: 2, fill: true, opacity: 0.5, showLabel: true, showConfidence: false },
  },
  customGroupStyling: { "no-group": { color: "#654321" } },
  confidenceFilters: { default: 0.2, fish: 0.4 },
  imageEnhancements: { brightness: 1.5, contrast: 1, saturation: 1, sharpen: 0 },
};

test("[V-API-10] [V-GROUP-03, with meta] every answer has the fields of its entity, as they were saved", async () => {
  await send("PATCH", `dive_annotation?folderId=${id}`, { tracks: { upsert: [track] }, groups: { upsert: [group] } });
  await send("PATCH", `dive_annotation?folderId=${id}`, { tracks: { upsert: [track] }, set: "model" });
  await send("PATCH", `dive_dataset/${id}`, configuration);
  await send("PATCH", `dive_dataset/${id}/attributes`, { upsert: [attribute], delete: [] });
  await send("PATCH", `dive_dataset/${id}/attribute_track_filters`, { upsert: [filter], delete: [] });

  // Tracks and groups are plain lists; unknown fields would have no meaning.
  expect(await send("GET", `dive_annotation/track?folderId=${id}`)).toEqual([track]);
  expect(await send("GET", `dive_annotation/group?folderId=${id}`)).toEqual([group]);
  expect(await send("GET", `dive_annotation/sets?folderId=${id}`)).toEqual([null, "model"]);

  const revisions = (await send("GET", `dive_annotation/revision?folderId=${id}`)) as object[];
  const fields = ["additions", "author_id", "author_name", "created", "deletions", "description", "revision", "set"];
  expect(revisions.map((revision) => Object.keys(revision).filter((field) => fields.includes(field)).length)).toEqual([
    fields.length,
    fields.length,
  ]);

  const dataset = (await send("GET", `dive_dataset/${id}`)) as Record<string, unknown>;
  expect(dataset).toMatchObject({
    name: "reef",
    type: "image-sequence",
    fps: 1,
    ...configuration,
    attributes: { track_sex: attribute },
    attributeTrackFilters: { males: filter },
  });
  const media = (await send("GET", `dive_dataset/${id}/media`)) as { imageData: object[] };
  expect(media.imageData.map((image) => Object.keys(image).toSorted())).toEqual([
    ["filename", "id", "url"],
    ["filename", "id", "url"],
  ]);
  expect(await send("GET", `dive_dataset/${id}/configuration`)).toMatchObject(configuration);

  const { jobs } = server.server.services;
  const job = await jobs.create({
    title: "Tracking reef",
    type: "pipelines",
    handler: "worker_handler",
    userId: ada.id,
    status: 2,
    datasetId: id,
    params: {},
  });
  expect(await send("GET", "job?statuses=[1,2,0]")).toMatchObject([
    { _id: job.id, status: 2, dataset_id: id, type: "pipelines", title: "Tracking reef" },
  ]);
});
