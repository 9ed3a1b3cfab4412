/** Every stage of an upload with every event: what the table leaves out changes nothing. */
import { expect, test } from "vitest";
import { isEditable, isRunning, isStarted, problemOf, reduceUpload, sentOf } from "./upload-stage.ts";
import type { UploadEvent, UploadStage } from "./upload-stage.ts";

const sent = { bytes: 70, filesLeft: 2, bytesPerSecond: 5 };
const none = { bytes: 0, filesLeft: 0, bytesPerSecond: 0 };

const stages = {
  checking: { kind: "checking", problem: "empty" },
  editing: { kind: "editing", problem: "empty" },
  converting: { kind: "converting", name: "a.avi", share: 0.5, sent },
  creating: { kind: "creating", sent },
  uploading: { kind: "uploading", sent, goesOn: true, waitSeconds: undefined },
  waiting: { kind: "uploading", sent, goesOn: false, waitSeconds: 4 },
  processing: { kind: "processing", sent, waitSeconds: undefined },
  failed: { kind: "failed", error: "no space", sent },
  ended: { kind: "ended" },
} as const satisfies Record<string, UploadStage>;

const events = {
  problemFound: { type: "problemFound", problem: "away" },
  checked: { type: "checked" },
  started: { type: "started" },
  converting: { type: "converting", name: "b.avi", share: 0.1 },
  prepared: { type: "prepared", bytes: 10, filesLeft: 3 },
  creating: { type: "creating" },
  folderReady: { type: "folderReady", goesOn: true },
  progressed: { type: "progressed", bytes: 8, bytesPerSecond: 9 },
  fileDone: { type: "fileDone" },
  connectionLost: { type: "connectionLost", waitSeconds: 2 },
  connectionBack: { type: "connectionBack" },
  filesSent: { type: "filesSent" },
  failed: { type: "failed", error: "refused" },
  ended: { type: "ended" },
} as const satisfies { readonly [Type in UploadEvent["type"]]: UploadEvent & { readonly type: Type } };

type Name = keyof typeof stages;

/** The same from every stage that is running. */
const running = {
  converting: { kind: "converting", name: "b.avi", share: 0.1, sent },
  prepared: { kind: "creating", sent: { bytes: 10, filesLeft: 3, bytesPerSecond: 5 } },
  creating: { kind: "creating", sent },
  folderReady: { kind: "uploading", sent, goesOn: true, waitSeconds: undefined },
  filesSent: { kind: "processing", sent, waitSeconds: undefined },
  failed: { kind: "failed", error: "refused", sent },
} as const;

/** From every stage that sends or waits for the server. */
const reaching = (stage: UploadStage) => ({
  ...running,
  progressed: { ...stage, sent: { bytes: 78, filesLeft: 2, bytesPerSecond: 9 } },
  fileDone: { ...stage, sent: { ...sent, filesLeft: 1 } },
  connectionLost: { ...stage, waitSeconds: 2 },
  connectionBack: { ...stage, waitSeconds: undefined },
});

const changes: Readonly<Record<Name, Partial<Record<UploadEvent["type"], object>>>> = {
  checking: { problemFound: { kind: "checking", problem: "away" }, checked: { kind: "editing", problem: "empty" } },
  editing: { problemFound: { kind: "editing", problem: "away" }, started: { kind: "creating", sent: none } },
  converting: running,
  creating: running,
  uploading: reaching(stages.uploading),
  waiting: reaching(stages.waiting),
  processing: reaching(stages.processing),
  failed: { started: { kind: "creating", sent } },
  ended: {},
};

test("[S-UPLOAD-07, S-UPLOAD-09 of the stages] each stage and each event", () => {
  for (const [name, stage] of Object.entries(stages))
    for (const [type, event] of Object.entries(events)) {
      const expected = type === "ended" ? { kind: "ended" } : changes[name as Name][event.type];
      expect(reduceUpload(stage, event), `${name}, ${type}`).toEqual(expected ?? stage);
    }
});

test("files that were sent earlier do not count as speed", () => {
  const next = reduceUpload(stages.uploading, { type: "progressed", bytes: 30 });
  expect(sentOf(next)).toEqual({ bytes: 100, filesLeft: 2, bytesPerSecond: 5 });
});

test("what a stage means to the page", () => {
  const named = (is: (stage: UploadStage) => boolean) =>
    Object.entries(stages).flatMap(([name, stage]) => (is(stage) ? [name] : []));
  expect(named(isRunning)).toEqual(["converting", "creating", "uploading", "waiting", "processing"]);
  expect(named(isStarted)).toEqual([...named(isRunning), "failed"]);
  expect(named(isEditable)).toEqual(["editing", "failed"]);
  expect(Object.values(stages).map(problemOf).filter(Boolean)).toEqual(["empty", "empty", "no space"]);
  expect(sentOf(stages.editing)).toEqual(none);
});
