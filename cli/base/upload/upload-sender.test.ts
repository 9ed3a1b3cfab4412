/** A fake server that holds one folder. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, type ApiClient } from "#schemas/client";
import { isOvertaken, readState, runKey, unfinishedKey, UploadNote } from "#schemas/unfinished-upload";
import { releaseNote, renewNote } from "./upload-sender.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Call {
  readonly body?: object;
  readonly was?: Readonly<Record<string, unknown>>;
}

test("a note is renewed while its run sends, and not brought back after another run has removed it", async () => {
  let meta: Readonly<Record<string, unknown>> = { [runKey]: "run" };
  let renewals = 0;
  const call = async (route: string, { body = {}, was }: Call): Promise<object> => {
    if (was !== undefined && meta[runKey] !== was[runKey]) throw new ApiError("folder.setMetadata", 409, "changed");
    if (route === "folder.setMetadata") [meta, renewals] = [{ ...meta, ...body }, renewals + 1];
    return await Promise.resolve({ meta });
  };
  const client = { call } as unknown as ApiClient;
  const content = { fingerprint: "x", uploads: {}, sender: "alive" } as const;
  const mark = new UploadNote(client, "id", "run", content, new AbortController().signal);
  await mark.write({});
  const stop = renewNote(client, "id", mark);
  await vi.advanceTimersByTimeAsync(180_000);
  expect([renewals, meta]).toEqual([4, { [unfinishedKey]: content, [runKey]: "run" }]);

  meta = {};
  await vi.advanceTimersByTimeAsync(180_000);
  await releaseNote(client, "id", "run", content);
  expect(meta).toEqual({});

  meta = { [unfinishedKey]: content, [runKey]: "other" };
  await expect(mark.write({})).rejects.toMatchObject({ status: 409 });
  await expect(mark.remove()).rejects.toMatchObject({ status: 409 });
  expect(await isOvertaken(client, "id", "run", new ApiError("file.chunk", 409, "changed"))).toBe(true);

  meta = { ...meta, [runKey]: "run" };
  stop();
  await vi.advanceTimersByTimeAsync(180_000);
  await releaseNote(client, "id", "run", content);
  expect([renewals, meta]).toEqual([5, { [unfinishedKey]: { ...content, sender: "gone" }, [runKey]: "run" }]);
});

test("a note without a sender is that of a page, which may have been closed", async () => {
  const stateWith = async (meta: object) => {
    const fetch = async () =>
      await Promise.resolve(
        Response.json(
          { meta, updated: "2026-01-01T00:00:00Z" },
          { headers: { Date: "Thu, 01 Jan 2026 00:10:00 GMT" } },
        ),
      );
    const { hasSender, isOfPage } = await readState({ fetch } as unknown as ApiClient, "id");
    return { hasSender, isOfPage };
  };
  const note = { fingerprint: "x", uploads: {} };
  expect(await stateWith({ [unfinishedKey]: note })).toEqual({ hasSender: true, isOfPage: true });
  expect(await stateWith({ [unfinishedKey]: { ...note, sender: "alive" } })).toEqual({
    hasSender: false,
    isOfPage: false,
  });
  expect(await stateWith({})).toMatchObject({ isOfPage: false });
});
