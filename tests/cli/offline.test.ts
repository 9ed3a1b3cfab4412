/** What needs no server: every file of transcripts/offline. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runTranscript } from "./transcript.ts";

const folder = fileURLToPath(new URL("./transcripts/offline/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));

test("there are transcripts", () => {
  expect(names.length).toBeGreaterThan(0);
});

test.each(names)("%s", async (name) => {
  const { expected, actual } = await runTranscript(folder + name);
  expect(actual).toBe(expected);
});
