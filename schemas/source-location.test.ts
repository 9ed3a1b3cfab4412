import { expect, test } from "vitest";

import { sourceParameters } from "./source-location.ts";

test("a path, a bucket with and without a prefix, and one with settings", () => {
  expect(sourceParameters("/mnt/cruises")).toEqual({ type: 0, root: "/mnt/cruises" });
  expect(sourceParameters("s3://survey")).toEqual({ type: 2, bucket: "survey", prefix: "" });
  expect(sourceParameters("S3://survey/2024/a b")).toEqual({ type: 2, bucket: "survey", prefix: "2024/a b" });
  const url = "s3://survey/2024?endpoint=https://minio.example.org";
  expect(sourceParameters(url)).toEqual({ type: 2, root: url });
});
