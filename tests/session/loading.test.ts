/** Loading a dataset: its metadata, and its tracks in chunks. */
import { expect, test, vi } from "vitest";
import type { Dataset, DatasetMedia } from "#schemas/wire";
import { toDatasetInfo } from "../../web/session/dataset/dataset.ts";
import { emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

test("[V-LOAD-02] tracks are loaded in chunks of 4000, with a pause between chunks that the page can use and that is never longer than 500 ms", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: Array.from({ length: 8001 }, (_, id) => wireTrack(id)) } });
  const asked: number[] = [];
  let turns = 0;
  let isOver = false;
  /** Counts the turns that other work on the page gets. */
  const count = (): void => {
    turns += 1;
    if (!isOver) setTimeout(count, 0);
  };
  setTimeout(count, 0);
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { workspace } = await openTestWorkspace({ server, onProgress: () => void asked.push(turns) });
  isOver = true;
  const loads = server.requests.filter(({ path }) => path.endsWith("dive_annotation/track"));
  expect(loads.map(({ query }) => [query.get("limit"), query.get("offset")])).toEqual([
    ["4000", "0"],
    ["4000", "4000"],
    ["4000", "8000"],
  ]);
  expect(workspace.core.trackCount).toBe(8001);
  // Other work ran between the chunks, and no step was longer than allowed.
  expect(asked.at(-1)! - asked[0]!).toBeGreaterThanOrEqual(2);
  const waits = timers.mock.calls.map(([, delayMs]) => delayMs ?? 0);
  expect(waits.length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...waits)).toBeLessThanOrEqual(500);
  timers.mockRestore();
});

const configuration = {
  customTypeStyling: { fish: { color: "#ff0000" } },
  customGroupStyling: { school: { color: "#00ff00" } },
  attributes: { track_age: { belongs: "track", datatype: "number", name: "age", key: "track_age" } },
  confidenceFilters: { default: 0.2, fish: 0.5 },
  imageEnhancements: { brightness: 1.5, contrast: 1, saturation: 1, sharpen: 0 },
  attributeTrackFilters: { old: { name: "old", attribute: "age", type: "track", filter: { op: ">", val: 9 } } },
} as const;

const image = { id: "0123456789abcdef01234560", url: "/api/v1/item/0/download", filename: "a.png" };

test("[V-DATA-07] of a dataset's metadata its name, type, rates, media and cameras, styles, attributes, thresholds, image settings and track filters are read", () => {
  const facts = { id: testDatasetId, name: "harbour", fps: 5, originalFps: 29.97, ...configuration };
  const video = { id: image.id, url: "/api/v1/item/1/download", filename: "a.mp4" };
  const info = toDatasetInfo(
    { ...facts, type: "video" } as unknown as Dataset,
    { imageData: [], video } as unknown as DatasetMedia,
  );
  expect(info).toMatchObject({ id: testDatasetId, name: "harbour", fps: 5, originalFps: 29.97 });
  expect(info.media).toEqual({ kind: "video", url: video.url, filename: "a.mp4" });
  expect(info.configuration).toMatchObject(configuration);

  const images = toDatasetInfo(
    { ...facts, type: "image-sequence" } as unknown as Dataset,
    { imageData: [image] } as unknown as DatasetMedia,
  );
  expect(images.media).toEqual({ kind: "image-sequence", images: [image] });
  expect(images.defaultCamera).toBe(images.cameras[0]?.name);

  const multiCamMedia = { cameras: { left: {}, right: {} }, cameraOrder: ["left", "right"], defaultDisplay: "right" };
  const cameras = ["left", "right"].map((name) => ({ ...images.cameras[0]!, name }));
  const multi = toDatasetInfo(
    { ...facts, type: "multi", multiCamMedia } as unknown as Dataset,
    { imageData: [] } as unknown as DatasetMedia,
    cameras,
  );
  expect(multi.cameras.map(({ name }) => name)).toEqual(["left", "right"]);
  expect(multi.defaultCamera).toBe("right");
});

test("[V-DATA-08, without multiCamMedia] imageData of a camera has items of id, url and filename", () => {
  const { cameras } = toDatasetInfo(
    { id: testDatasetId, name: "a", fps: 1, type: "image-sequence" } as unknown as Dataset,
    { imageData: [image, { ...image, filename: "b.png" }] } as unknown as DatasetMedia,
  );
  expect(cameras.map(({ media }) => media)).toEqual([
    { kind: "image-sequence", images: [image, { ...image, filename: "b.png" }] },
  ]);
});
