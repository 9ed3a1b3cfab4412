import { expect, test } from "vitest";

import { JobHandlers, workerHandlers } from "./job-handlers.ts";

const batch = { kind: "batch-postprocess", run: async () => undefined } as const;

test("a kind of job without a handler, or with two, keeps the server from starting", () => {
  expect(() => new JobHandlers(workerHandlers)).toThrow("jobs without a handler: batch-postprocess");
  expect(() => new JobHandlers([...workerHandlers, batch, { kind: "pipeline", queue: "pipelines" }])).toThrow(
    "jobs with more than one handler: pipeline",
  );
  expect(new JobHandlers([...workerHandlers, batch]).canRun("batch-postprocess")).toBe(true);
});

test("what needs a worker is refused with 503 while there is none", () => {
  const handlers = new JobHandlers([...workerHandlers, batch]);
  expect(handlers.canRun("training")).toBe(false);
  expect(() => handlers.requireRunnable("training")).toThrow(
    "Training is unavailable because no training workers are connected.",
  );
  expect(() => handlers.requireRunnable("batch-postprocess")).not.toThrow();
});
