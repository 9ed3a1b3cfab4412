/** The server is killed while users hand in and accept tasks: no acknowledged step is lost, and none is incomplete. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ApiError, type Task } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { seededRandom } from "../support/random.ts";
import { startServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

const rounds = Number(process.env["WAKELINE_CRASH_ROUNDS"] ?? 2);
const taskCount = 12;
const next = {
  toDo: "handIn",
  inWork: "handIn",
  sentBack: "handIn",
  inReview: "accept",
  accepted: "sendBack",
} as const;

test("steps of tasks survive kill -9 whole, or were never taken", { timeout: 300_000 }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-task-crash-"));
  const random = seededRandom(36);
  let running = await startServerProcess({ dataFolder });
  try {
    const link = new URL(running.firstStart?.signInUrl ?? "");
    const [userId, temporary] = [link.searchParams.get("user") ?? "", link.searchParams.get("token") ?? ""];
    const reply = await clientOf(running.url).call("user.temporaryLogin", { id: userId, token: temporary });
    const { token } = reply.authToken;
    const first = clientOf(running.url, token);
    const datasetId = await createImageDataset(first, "handed around", taskCount);
    const made = await first.call("task.create", {
      body: { datasetIds: [datasetId], assignees: [reply.user.login], instructions: "", framesPerTask: 1 },
    });
    expect(made).toHaveLength(taskCount);
    /** The server's last response about each task. */
    const known = new Map<string, Task>(made.map((task) => [task._id, task]));
    let acknowledged = 0;

    for (let round = 0; round < rounds; round++) {
      const client = clientOf(running.url, token);
      const until = acknowledged + 1 + random() * 40;
      const work = async (id: string): Promise<void> => {
        while (true) {
          const { state, version } = known.get(id)!;
          try {
            const body = { move: next[state], version, text: `round ${round}` };
            known.set(id, await client.call("task.move", { id, body }));
            acknowledged++;
          } catch (error) {
            // The server died during the call; anything else is a failure.
            if (error instanceof ApiError && error.status === 0) return;
            throw error;
          }
        }
      };
      const working = Promise.all([...known.keys()].map(work));
      await expect.poll(() => acknowledged, { timeout: 60_000, interval: 2 }).toBeGreaterThan(until);
      await running.kill();
      await working;

      running = await startServerProcess({ dataFolder });
      const after = clientOf(running.url, token);
      const { tasks } = await after.call("task.ofFolder", { id: datasetId, all: true });
      expect(tasks).toHaveLength(taskCount);
      for (const task of tasks) {
        const last = known.get(task._id)!;
        // At most one more step: that of the unanswered call. Acknowledged steps are unchanged.
        expect(task.version - last.version).toBeOneOf([0, 1]);
        expect(task.history.slice(0, last.history.length)).toEqual(last.history);
        expect(task.version).toBe(task.history.length + 1);
        expect(task.state).toBe(task.history.at(-1)?.state ?? "toDo");
        known.set(task._id, task);
      }
    }
    expect(acknowledged).toBeGreaterThan(rounds * 5);
  } finally {
    await running.kill();
    await rm(dataFolder, { recursive: true, force: true });
  }
});
