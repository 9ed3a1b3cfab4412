/** Saved means that the journal has dropped it too: a page reloaded in the next moment recovers nothing. */
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test } from "vitest";
import { drawTrack, emptyServer, openTestWorkspace } from "../support/test-workspace.ts";

/** A disk that writes nothing of the journal until it is released. */
async function holdDisk(): Promise<() => void> {
  const database = await openDB("wakeline-journal");
  const store = database.transaction(["journals", "entries"], "readwrite").objectStore("journals");
  const held = new AbortController();
  void (async () => {
    while (!held.signal.aborted) await store.get("unknown");
    database.close();
  })();
  return () => held.abort();
}

const edits = {
  annotations: (workspace) => void drawTrack(workspace),
  configuration: ({ configuration }) =>
    void configuration.change({ customTypeStyling: { fish: { color: "#ff0000" } } }),
} satisfies Record<string, (workspace: Awaited<ReturnType<typeof openTestWorkspace>>["workspace"]) => void>;

test.each(Object.keys(edits) as (keyof typeof edits)[])("a save of %s ends when they are forgotten", async (what) => {
  const server = emptyServer();
  let letGo: (() => void) | undefined;
  const client = server.client(async ({ method }, handle) => {
    const response = await handle();
    if (method === "PATCH") letGo = await holdDisk();
    return response;
  });
  const { workspace, saver, dispose } = await openTestWorkspace({ server, client });
  edits[what](workspace);
  let isSaved = false;
  const saved = saver.save().then(() => (isSaved = true));
  await expect.poll(() => letGo).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([isSaved, saver.state.value.kind]).toEqual([false, "saving"]);
  letGo?.();
  await saved;
  expect(saver.state.value.kind).toBe("saved");
  const database = await openDB("wakeline-journal");
  expect(await database.getAll("entries")).toEqual([]);
  database.close();
  await dispose();
});
