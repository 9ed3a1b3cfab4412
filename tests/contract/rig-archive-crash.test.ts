/** The server is killed while it converts the videos of an archived rig: the next one finishes the work. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { JobStatus, uploadFile } from "#schemas";

import { makeRigArchive } from "./make-rig-archive.ts";
import { startServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

test("a rig appears though its worker was killed between two conversions", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-rig-crash-"));
  const env = { WAKELINE_WORKER_LEASE_MS: "900" };
  const first = await startServerProcess({ dataFolder, env });
  let running = first;
  try {
    const link = new URL(first.firstStart?.signInUrl ?? "");
    const [userId, temporary] = [link.searchParams.get("user") ?? "", link.searchParams.get("token") ?? ""];
    const reply = await clientOf(first.url).call("user.temporaryLogin", { id: userId, token: temporary });
    const { token } = reply.authToken;
    const before = clientOf(first.url, token);
    const metadata = { fps: -1, type: "image-sequence" };
    const place = { parentType: "user", parentId: userId, name: "pair", metadata } as const;
    const { _id: id } = await before.call("folder.create", place);
    const archive = new Blob([new Uint8Array(makeRigArchive(dataFolder))]);
    await uploadFile(before, { parentType: "folder", parentId: id, name: "all.zip" }, archive);
    await before.call("rpc.postprocess", { id });
    const converted = async () => {
      const jobs = await before.call("job.list", {});
      return jobs.filter(({ title, status }) => title.startsWith("Converting") && status === JobStatus.success).length;
    };
    await expect.poll(converted, { timeout: 60_000, interval: 5 }).toBe(1);
    await first.kill();

    running = await startServerProcess({ dataFolder, env });
    const client = clientOf(running.url, token);
    // Killed early enough for the test to be meaningful.
    const left = (await client.call("job.list", {})).map(({ title }) => title);
    expect(left).not.toContain("Joining the cameras of pair");
    const titles = async () =>
      (await client.call("job.list", {})).map(({ title, status }) => `${title}: ${status}`).toSorted();
    await expect
      .poll(titles, { timeout: 90_000 })
      .toEqual([
        "Converting left to a web friendly format: 3",
        "Converting right to a web friendly format: 3",
        "Extracting all.zip to folder pair: 3",
        "Joining the cameras of pair: 3",
      ]);
    expect((await client.call("folder.get", { id })).meta).toMatchObject({
      type: "multi",
      annotate: true,
      customTypeStyling: { cod: { color: "#ff0000" } },
    });
  } finally {
    await running.kill();
    await rm(dataFolder, { recursive: true, force: true });
  }
});
