/** The texts and the bar of an upload in each stage. */
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { effect } from "../../base/effect.ts";
import type { UploadEvent } from "./upload-stage.ts";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { createPendingUpload, toPendingFile } = await import("./pending-upload.ts");
const { UploadProgress } = await import("./UploadProgress.tsx");

const files = ["a.png", "b.png"].map((name) => toPendingFile(new File([new Uint8Array(500)], name)));

/** State, facts, and percentage after these events. */
function shownAfter(...events: readonly UploadEvent[]): readonly [string, string, number] {
  const upload = createPendingUpload({ id: "f", name: "Survey" }, "Reef");
  upload.files.value = files;
  for (const event of events) upload.dispatch(event);
  const page = renderToStaticMarkup(
    <MantineProvider>
      <UploadProgress upload={upload} />
    </MantineProvider>,
  );
  const [state = "", facts = ""] = [...page.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text ?? "");
  return [state, facts, Number(/--progress-section-size:([\d.]+)%/.exec(page)?.[1])];
}

const begin: readonly UploadEvent[] = [
  { type: "checked" },
  { type: "started" },
  { type: "prepared", bytes: 0, filesLeft: 2 },
];
const sending: readonly UploadEvent[] = [
  ...begin,
  { type: "folderReady", goesOn: false },
  { type: "progressed", bytes: 250, bytesPerSecond: 250 },
];

test("what is being done, how much is sent, and how long it takes", () => {
  expect(shownAfter(...begin)).toEqual(["Creating the folder", "0 B of 1000 B · 2 files left", 0]);
  expect(shownAfter(...sending)).toEqual(["Uploading", "250 B of 1000 B · 2 files left · 250 B/s · 0:03 left", 25]);
  expect(shownAfter(...sending, { type: "connectionLost", waitSeconds: 4 }).slice(0, 2)).toEqual([
    "Connection lost. Trying again in 4 s.",
    "250 B of 1000 B · 2 files left",
  ]);
  expect(shownAfter(...begin, { type: "converting", name: "a.avi", share: 0.5 })).toEqual([
    "Converting a.avi",
    "50 %",
    50,
  ]);
  expect(shownAfter(...sending, { type: "filesSent" })[2]).toBe(100);
});

test("a camera whose turn has not come waits, and is neither being checked nor still sending", () => {
  expect(shownAfter({ type: "checked" })).toEqual(["Waiting", "0 B of 1000 B · 2 files left", 0]);
  const failed = shownAfter(
    ...sending,
    { type: "fileDone" },
    { type: "connectionLost", waitSeconds: 4 },
    { type: "failed", error: "The server is full." },
  );
  expect(failed).toEqual(["Waiting", "250 B of 1000 B · 1 file left", 25]);
});

test("bytes that are sent leave the rest of the dialog as it is drawn", () => {
  const upload = createPendingUpload({ id: "f", name: "Survey" }, "Reef");
  upload.files.value = files;
  const seen: unknown[] = [];
  effect(() => {
    seen.push([upload.uploading.value, upload.started.value, upload.editable.value, upload.problem.value]);
  });
  for (const event of sending) upload.dispatch(event);
  const drawn = seen.length;
  for (let part = 0; part < 10; part += 1) upload.dispatch({ type: "progressed", bytes: 20, bytesPerSecond: 200 });
  upload.dispatch({ type: "fileDone" });
  upload.dispatch({ type: "filesSent" });
  expect(seen.length).toBe(drawn);
  upload.dispatch({ type: "failed", error: "The server is full." });
  expect(seen.at(-1)).toEqual([false, true, true, "The server is full."]);
});
