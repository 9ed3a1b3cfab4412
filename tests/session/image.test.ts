/**
 * A large set that arrives as an image of the server's core: it is used if it matches the request and is complete;
 * otherwise pages of the same revision are loaded.
 */
import { expect, test, vi } from "vitest";
import { createCore } from "#core";
import { takeImage } from "../../web/session/document/load-image.ts";
import { emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

const bytesOf = (tracks: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(tracks));

/** With a track that no page contains. */
async function imageOf(note: object): Promise<Uint8Array<ArrayBuffer>> {
  const core = await createCore();
  core.reader.beginLoad(NaN);
  core.reader.loadTrackPage(bytesOf([wireTrack(1), wireTrack(2), wireTrack(77)]));
  core.reader.loadGroupPage(bytesOf([]));
  core.reader.endLoad();
  return new Uint8Array(await new Blob([...core.writer.writeImage(JSON.stringify(note))]).arrayBuffer());
}

/** About ten megabytes. */
async function largeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const core = await createCore();
  core.reader.beginLoad(NaN);
  core.reader.loadTrackPage(bytesOf(Array.from({ length: 40_000 }, (_, id) => wireTrack(id))));
  core.reader.endLoad();
  return new Uint8Array(await new Blob([...core.writer.writeImage(JSON.stringify(own))]).arrayBuffer());
}

test("an image that has come already, in one piece, is taken over in turns with the page", async () => {
  const bytes = await largeImage();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  // A machine on which each reading of the clock is a millisecond later.
  let ms = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (ms += 1));
  let turns = 0;
  const turn = (): void => {
    turns++;
    timer = setTimeout(turn, 0);
  };
  let timer = setTimeout(turn, 0);
  const core = await createCore();
  expect(await takeImage(core, { body, revision: 1 }, own, () => undefined)).toBe(true);
  clearTimeout(timer);
  expect(core.trackCount).toBe(40_000);
  expect(bytes.length).toBeGreaterThan(6e6);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes.length / 2 ** 21) - 1);
});

/** In pieces; `end`: whether the connection breaks after them. */
function streamOf(bytes: Uint8Array<ArrayBuffer>, end: "whole" | "broken" = "whole"): ReadableStream {
  const pieces = [bytes.subarray(0, 50), bytes.subarray(50, 5000), bytes.subarray(5000)];
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (end === "whole") controller.close();
      else controller.error(new TypeError("network error"));
    },
  });
}

/** The set was last changed by revision 1, another one by revision 2, which is the newest. */
const own = { datasetId: testDatasetId, setName: "", revision: 1 };
type Answer = (headers: Record<string, string>) => Promise<Response>;
const image =
  (note: object, change: (bytes: Uint8Array<ArrayBuffer>) => ReadableStream = streamOf): Answer =>
  async (headers) =>
    new Response(change(await imageOf(note)), { headers });

const answers: readonly (readonly [what: string, isTaken: boolean, answer: Answer])[] = [
  ["what was asked for", true, image(own)],
  ["another dataset's", false, image({ ...own, datasetId: "f".repeat(24) })],
  ["another set's", false, image({ ...own, setName: "other" })],
  ["an older revision's", false, image({ ...own, revision: 0 })],
  ["a newer revision's", false, image({ ...own, revision: 2 })],
  ["cut off", false, image(own, (bytes) => streamOf(bytes.subarray(0, bytes.length - 1)))],
  ["broken off", false, image(own, (bytes) => streamOf(bytes.subarray(0, 9000), "broken"))],
  ["with more after it", false, image(own, (bytes) => streamOf(Uint8Array.from([...bytes, 0])))],
  ["no image", false, async () => new Response("<html></html>")],
  ["an error of the server", false, async () => Response.json({ message: "disk", type: "internal" }, { status: 500 })],
  ["an error of what is in front of it", false, async () => new Response("<html></html>", { status: 502 })],
];

test.each(answers)("an image that is %s: taken %s", async (_, isTaken, answer) => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(1), wireTrack(2)] } });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(5)] }, set: "other" });
  const headers = { "Wakeline-Revision": "2", "Wakeline-Set-Revision": "1" };
  const client = server.client(async (request, handle) =>
    new URL(request.url).pathname.endsWith("/image") ? await answer(headers) : await handle(),
  );
  const { workspace, dispose } = await openTestWorkspace({ server, client });
  const { core, revision } = workspace.active.peek().document.peek();
  core.assertIntegrity();
  expect([...core.shown.trackIds()]).toEqual(isTaken ? [1, 2, 77] : [1, 2]);
  expect(revision).toBe(2);
  const loads = server.requests.filter(({ path }) => path.endsWith("dive_annotation/track"));
  expect(loads.map(({ query }) => query.get("revision"))).toEqual(isTaken ? [] : ["2"]);
  await dispose();
});
