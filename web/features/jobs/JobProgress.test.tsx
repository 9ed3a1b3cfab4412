import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { JobProgress } from "./JobProgress.tsx";

const drawn = (progress: Job["progress"], status: JobStatus): string => {
  const job = { title: "find fish", progress, status } as Job;
  return renderToStaticMarkup(
    <MantineProvider>
      <JobProgress job={job} />
    </MantineProvider>,
  );
};

const attributesOf = (progress: Job["progress"]): Record<string, string> => {
  const page = drawn(progress, JobStatus.running);
  return Object.fromEntries(
    [...page.matchAll(/ (aria-[a-z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
};

test("a job that does not know how far it is has a bar without a value, not one at 100 %", () => {
  const name = { "aria-label": "Progress of find fish" };
  expect(attributesOf(null)).toEqual(name);
  expect(attributesOf({ total: 0, current: 0, message: "" } as Job["progress"])).toEqual(name);
  expect(attributesOf({ total: 8, current: 2, message: "" } as Job["progress"])).toEqual({
    ...name,
    "aria-valuemin": "0",
    "aria-valuemax": "100",
    "aria-valuenow": "25",
  });
});

test("the bar of a job that waits neither moves nor is full", () => {
  for (const status of [JobStatus.inactive, JobStatus.queued]) {
    const page = drawn(null, status);
    expect(page).not.toContain("data-animated");
    expect(page).toContain("--progress-section-size:0%");
  }
  expect(drawn(null, JobStatus.running)).toContain("data-animated");
});
