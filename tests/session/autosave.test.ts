/** Saving by itself: when, when not, and what becomes of a save that fails. */
import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { autosaveLongestMs, autosaveQuietMs, startAutosave } from "../../web/session/autosave.ts";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId } from "../support/test-workspace.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

async function setUp() {
  const server = emptyServer();
  const failures: Error[] = [];
  const client = server.client(async ({ method }, handle) => {
    const failure = method === "PATCH" ? failures.shift() : undefined;
    if (failure !== undefined) throw failure;
    return await handle();
  });
  const { workspace, saver } = await openTestWorkspace({ server, client });
  const isBusy = signal(false);
  let tries = 0;
  const stop = startAutosave({
    workspace,
    saver,
    isBusy,
    save() {
      tries += 1;
      return saver.save().catch(() => undefined);
    },
  });
  workspace.settings.change({ savingSettings: { autosave: true } });
  return {
    workspace,
    saver,
    isBusy,
    stop,
    failures,
    draw: () => drawTrack(workspace),
    tries: () => tries,
    stored: () => server.records(testDatasetId).length,
    async wait(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      // What a save waits for has no timers.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("changes are saved a few seconds after the last one, and half a minute after the first while they go on", async () => {
  const { draw, wait, stored, tries, saver } = await setUp();
  draw();
  await wait(autosaveQuietMs - 100);
  draw();
  await wait(autosaveQuietMs - 100);
  expect(tries()).toBe(0);
  await wait(200);
  expect([tries(), stored(), saver.state.value.kind]).toEqual([1, 2, "saved"]);
  for (let ms = 0; ms < autosaveLongestMs; ms += 1000) {
    draw();
    await wait(1000);
  }
  expect([tries(), stored(), saver.state.value.kind]).toEqual([2, 32, "saved"]);
});

test("nothing is saved where it is off, in the middle of a shape, or afterwards", async () => {
  const { workspace, draw, wait, isBusy, stop, tries } = await setUp();
  workspace.settings.change({ savingSettings: { autosave: false } });
  draw();
  await wait(autosaveLongestMs);
  expect(tries()).toBe(0);
  isBusy.value = true;
  workspace.settings.change({ savingSettings: { autosave: true } });
  await wait(autosaveLongestMs);
  expect(tries()).toBe(0);
  isBusy.value = false;
  await wait(autosaveQuietMs);
  expect(tries()).toBe(1);
  draw();
  stop();
  await wait(autosaveLongestMs);
  expect(tries()).toBe(1);
});

test("a save that fails is tried again with the next change, or when the server answers again", async () => {
  const { draw, wait, failures, saver, tries, stored } = await setUp();
  failures.push(new TypeError("network"));
  draw();
  await wait(autosaveLongestMs * 2);
  expect([tries(), saver.state.value.kind]).toEqual([1, "offline"]);
  saver.noteReachable();
  await wait(autosaveQuietMs);
  expect([tries(), stored(), saver.state.value.kind]).toEqual([2, 1, "saved"]);
});
