/**
 * All kinds of configuration stored with the dataset, changed on a page that is killed: before its save, after each of
 * the requests of that save, and after the last one, whose response it has not received. The next page has all of it,
 * and a save stores it once.
 */
import "fake-indexeddb/auto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCore } from "#core";
import type { ApiClient } from "#schemas/client";
import type { ConfigurationPatch, pendingFields } from "../../web/session/dataset/configuration-values.ts";
import { openWorkspace, type OpenWorkspace } from "../../web/session/open-workspace.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One entry of each kind; `n` selects the value. */
const changesOf = (n: number): Required<Pick<ConfigurationPatch, (typeof pendingFields)[number]>> => ({
  customTypeStyling: { fish: { color: "#ff0000", opacity: n / 10 } },
  customGroupStyling: { shoal: { color: "#00ff00", opacity: n / 10 } },
  attributes: { track_age: { belongs: "track", datatype: "number", name: `age ${n}`, key: "track_age" } },
  attributeTrackFilters: { old: { name: "old", attribute: "age", type: "track", filter: { op: ">", val: n } } },
  typeHierarchy: { eel: `fish ${n}` },
  datasetInfo: { vessel: n },
  cameraCorrespondences: { "left::right": [{ id: "p", a: [n, 5], b: [10, 5] }] },
  cameraTransformTypes: { "left::right": n === 1 ? "translation" : "affine" },
  cameraHomographies: {
    "left::right": {
      AtoB: [
        [1, 0, n],
        [0, 1, 0],
        [0, 0, 1],
      ],
      BtoA: [
        [1, 0, -n],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
  },
});

/** Number of requests when all kinds are saved. */
const requestsOfSave = 3;

test.each([0, ...Array.from({ length: requestsOfSave }, (_, index) => index + 1)])(
  "the page is killed when the server has dealt with so many requests of its save: %i",
  async (diesAfter) => {
    const datasetId = await createImageDataset(server.client, `killed after ${diesAfter}`, 1);
    const before = await open(datasetId);
    before.workspace.configuration.change(changesOf(1));
    await before.saver.save();
    await before.dispose();

    let dealtWith = 0;
    let notifyDeath: () => void = () => undefined;
    const death = new Promise<void>((resolve) => (notifyDeath = resolve));
    const dying: ApiClient = {
      ...server.client,
      call: async (id, ...rest) => {
        const answer = await server.client.call(id, ...rest);
        if (id.startsWith("dataset.update") && ++dealtWith === diesAfter) {
          notifyDeath();
          return await new Promise(() => undefined);
        }
        return answer;
      },
    };
    const page = await open(datasetId, dying);
    page.workspace.configuration.change(changesOf(2));
    if (diesAfter > 0) {
      void page.saver.save();
      await death;
    }
    // The only trace of a dead page is that it releases its journal.
    await page.workspace.configuration.journal?.close();
    for (const { document } of page.workspace.cameras) await document.peek().journal?.close();

    const after = await open(datasetId);
    expect(after.workspace.configuration.values.peek()).toMatchObject(changesOf(2));
    expect([after.aside, (after.recovered?.count ?? 0) > 0]).toEqual([[], diesAfter < requestsOfSave]);
    await after.saver.save();
    await after.dispose();
    const last = await open(datasetId);
    expect([last.recovered, last.saver.dirtyCount.peek()]).toEqual([undefined, 0]);
    expect(await server.client.call("dataset.get", { id: datasetId })).toMatchObject(changesOf(2));
    await last.dispose();
  },
);

function open(datasetId: string, client = server.client): Promise<OpenWorkspace> {
  return openWorkspace({
    client,
    createCore: () => createCore(),
    settings: createSettingsStore(undefined),
    userId: server.userId,
    datasetId,
    askAboutConflict: () => Promise.reject(new Error("No one else has changed anything.")),
  });
}
