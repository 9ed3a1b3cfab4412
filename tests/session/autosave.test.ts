/** Auto-save: when, when not, and how failures are handled. */
import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { maxAutosaveMs, autosaveQuietMs, startAutosave } from "../../web/session/saving/autosave.ts";
import { resumeSave } from "../../web/session/saving/resume-save.ts";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId } from "../support/test-workspace.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

async function setUp() {
  const server = emptyServer();
  const failures: (Error | Response)[] = [];
  const client = server.client(async ({ method }, handle) => {
    const failure = method === "PATCH" ? failures.shift() : undefined;
    if (failure instanceof Response) return failure;
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
      // A save waits without timers.
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
  for (let ms = 0; ms < maxAutosaveMs; ms += 1000) {
    draw();
    await wait(1000);
  }
  expect([tries(), stored(), saver.state.value.kind]).toEqual([2, 32, "saved"]);
});

test("nothing is saved where it is off, in the middle of a shape, or afterwards", async () => {
  const { workspace, draw, wait, isBusy, stop, tries } = await setUp();
  workspace.settings.change({ savingSettings: { autosave: false } });
  draw();
  await wait(maxAutosaveMs);
  expect(tries()).toBe(0);
  isBusy.value = true;
  workspace.settings.change({ savingSettings: { autosave: true } });
  await wait(maxAutosaveMs);
  expect(tries()).toBe(0);
  isBusy.value = false;
  await wait(autosaveQuietMs);
  expect(tries()).toBe(1);
  draw();
  stop();
  await wait(maxAutosaveMs);
  expect(tries()).toBe(1);
});

test("a save that fails is tried again with the next change, not over and over", async () => {
  const { draw, wait, failures, saver, tries, stored } = await setUp();
  failures.push(Response.json({ message: "Disk full", type: "internal" }, { status: 500 }));
  draw();
  await wait(maxAutosaveMs * 2);
  expect([tries(), saver.state.value.kind]).toEqual([1, "dirty"]);
  draw();
  await wait(autosaveQuietMs);
  expect([tries(), stored(), saver.state.value.kind]).toEqual([2, 2, "saved"]);
});

test("a save that found no server while the live stream stays is tried again after 2, 4, 8, 16 and then every 30 seconds, and says when", async () => {
  const { workspace, draw, wait, failures, saver, stored } = await setUp();
  workspace.settings.change({ savingSettings: { autosave: false } });
  let again = 0;
  const save = (): Promise<void> => {
    again += 1;
    return saver.save().catch(() => undefined);
  };
  const isReachable = signal(true);
  const stop = resumeSave({ saver, isReachable, isBusy: signal(false), save });
  const lost = (count: number) => failures.push(...Array.from({ length: count }, () => new TypeError("network")));
  draw();
  lost(7);
  await saver.save().catch(() => undefined);
  for (const [index, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    expect(saver.nextRetry.value).toEqual(new Date(Date.now() + seconds * 1000));
    // Another change does not postpone it.
    await wait(seconds * 500);
    draw();
    await wait(seconds * 500 - 1);
    expect(again).toBe(index);
    await wait(1);
    expect([again, saver.state.value.kind]).toEqual([index + 1, "offline"]);
  }
  // If the stream is gone too, it signals when the server is back.
  isReachable.value = false;
  expect(saver.nextRetry.value).toBeUndefined();
  await wait(maxAutosaveMs * 2);
  expect(again).toBe(6);
  isReachable.value = true;
  await wait(0);
  expect([again, stored(), saver.state.value.kind, saver.nextRetry.value]).toEqual([7, 7, "saved", undefined]);
  draw();
  lost(1);
  await saver.save().catch(() => undefined);
  expect(saver.nextRetry.value).toEqual(new Date(Date.now() + 2000));
  stop();
  await wait(maxAutosaveMs);
  expect(again).toBe(7);
});

test("a save that the server postpones is tried again after the time that it asks for, and says when", async () => {
  const { draw, wait, failures, saver, stored } = await setUp();
  const save = (): Promise<void> => saver.save().catch(() => undefined);
  const stop = resumeSave({ saver, isReachable: signal(true), isBusy: signal(false), save });
  const body = { message: "Busy.", type: "rest", code: "busy" };
  failures.push(Response.json(body, { status: 503, headers: { "Retry-After": "5" } }));
  draw();
  await save();
  expect(saver.state.value).toEqual({ kind: "postponed", count: 1, code: "busy" });
  expect(saver.nextRetry.value).toEqual(new Date(Date.now() + 5000));
  await wait(4999);
  expect(stored()).toBe(0);
  await wait(1);
  expect([stored(), saver.state.value.kind]).toEqual([1, "saved"]);
  stop();
});

test("a save that was asked for and found no server is done when it answers again, after the shape that is half drawn; no other is", async () => {
  const { workspace, draw, wait, failures, saver, stored, isBusy } = await setUp();
  workspace.settings.change({ savingSettings: { autosave: false } });
  const isReachable = signal(true);
  const stop = resumeSave({ saver, isReachable, isBusy, save: () => saver.save().catch(() => undefined) });
  const interrupt = async (): Promise<void> => {
    isReachable.value = false;
    await wait(0);
    isReachable.value = true;
    await wait(0);
  };
  draw();
  await interrupt();
  expect([saver.state.value.kind, stored()]).toEqual(["dirty", 0]);

  failures.push(new TypeError("network"));
  await saver.save().catch(() => undefined);
  expect(saver.state.value.kind).toBe("offline");
  isBusy.value = true;
  await interrupt();
  expect([saver.state.value.kind, stored()]).toEqual(["offline", 0]);
  isBusy.value = false;
  await wait(0);
  expect([saver.state.value.kind, stored()]).toEqual(["saved", 1]);

  draw();
  failures.push(new TypeError("network"), new TypeError("network again"));
  await saver.save().catch(() => undefined);
  await interrupt();
  expect([saver.state.value.kind, stored()]).toEqual(["offline", 1]);
  await interrupt();
  expect([saver.state.value.kind, stored()]).toEqual(["saved", 2]);
  stop();
});

test("an unanswered save may have arrived: taken back here, it is not called saved before the server says so too", async () => {
  const server = emptyServer();
  let isCut = true;
  const client = server.client(async ({ method }, handle) => {
    const answer = await handle();
    if (method === "PATCH" && isCut) throw new TypeError("network");
    return answer;
  });
  const { workspace, saver } = await openTestWorkspace({ server, client });
  drawTrack(workspace);
  await saver.save().catch(() => undefined);
  workspace.undo();
  expect(saver.state.value).toEqual({ kind: "offline", count: 1 });
  isCut = false;
  await saver.save();
  expect([saver.state.value.kind, server.records(testDatasetId)]).toEqual(["saved", []]);
});
