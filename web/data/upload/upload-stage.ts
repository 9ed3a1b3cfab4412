/**
 * The stages of an upload: a tagged union for how far it is, and a pure function from a stage and an event to the next
 * stage. Everything with an effect (checking, converting, sending) happens in `uploads.ts` and `run-upload.ts`, which
 * report here.
 */

/** The part of all files that the server has. */
export interface Sent {
  readonly bytes: number;
  readonly filesLeft: number;
  readonly bytesPerSecond: number;
}

export type UploadStage =
  /** The server is checking the files. `problem`: the last one found. */
  | { readonly kind: "checking"; readonly problem: string | undefined }
  /** The user is editing name, frame rate or files. */
  | { readonly kind: "editing"; readonly problem: string | undefined }
  | RunningStage
  /** It can be started again, and continues with the rest. */
  | { readonly kind: "failed"; readonly error: string; readonly sent: Sent }
  /** It was aborted, or is done; what still arrives for it is ignored. */
  | { readonly kind: "ended" };

export type RunningStage =
  /** A video is being converted to a playable format in this browser; `share` from 0 to 1. */
  | { readonly kind: "converting"; readonly name: string; readonly share: number; readonly sent: Sent }
  /** The server is creating the folder of the next dataset. */
  | { readonly kind: "creating"; readonly sent: Sent }
  /**
   * `goesOn`: it continues an upload of a page that was closed. `waitSeconds`: until the next attempt after a lost
   * connection.
   */
  | {
      readonly kind: "uploading";
      readonly sent: Sent;
      readonly goesOn: boolean;
      readonly waitSeconds: number | undefined;
    }
  /** The server is making a dataset of the files. */
  | { readonly kind: "processing"; readonly sent: Sent; readonly waitSeconds: number | undefined };

export type UploadEvent =
  /** A file cannot be sent as it is, or the check failed. The latest problem is shown. */
  | { readonly type: "problemFound"; readonly problem: string }
  | { readonly type: "checked" }
  /** The user starts it, for the first time or after a failure. */
  | { readonly type: "started" }
  | { readonly type: "converting"; readonly name: string; readonly share: number }
  /** The files to send are known; some were sent before a failure. */
  | { readonly type: "prepared"; readonly bytes: number; readonly filesLeft: number }
  /** The next dataset begins. */
  | { readonly type: "creating" }
  | { readonly type: "folderReady"; readonly goesOn: boolean }
  /** `bytes`: since the last time, negative if a file begins again. Without `bytesPerSecond` they were sent earlier. */
  | { readonly type: "progressed"; readonly bytes: number; readonly bytesPerSecond?: number }
  | { readonly type: "fileDone" }
  | { readonly type: "connectionLost"; readonly waitSeconds: number }
  | { readonly type: "connectionBack" }
  | { readonly type: "filesSent" }
  | { readonly type: "failed"; readonly error: string }
  | { readonly type: "ended" };

export const checking: UploadStage = { kind: "checking", problem: undefined };

const nothingSent: Sent = { bytes: 0, filesLeft: 0, bytesPerSecond: 0 };

/** @returns the same stage if the event does not concern it */
export function reduceUpload(stage: UploadStage, event: UploadEvent): UploadStage {
  if (event.type === "ended") return { kind: "ended" };
  if (isRunning(stage)) return reduceRunning(stage, event);
  if (stage.kind === "ended") return stage;
  if (event.type === "started" && isEditable(stage)) return { kind: "creating", sent: sentOf(stage) };
  if (stage.kind === "failed") return stage;
  if (event.type === "problemFound") return { ...stage, problem: event.problem };
  return event.type === "checked" ? { ...stage, kind: "editing" } : stage;
}

function reduceRunning(stage: RunningStage, event: UploadEvent): UploadStage {
  const { sent } = stage;
  switch (event.type) {
    case "converting":
      return { kind: "converting", name: event.name, share: event.share, sent };
    case "prepared":
      return { kind: "creating", sent: { ...sent, bytes: event.bytes, filesLeft: event.filesLeft } };
    case "creating":
      return { kind: "creating", sent };
    case "folderReady":
      return { kind: "uploading", sent, goesOn: event.goesOn, waitSeconds: undefined };
    case "filesSent":
      return { kind: "processing", sent, waitSeconds: undefined };
    case "failed":
      return { kind: "failed", error: event.error, sent };
    default:
      return stage.kind === "uploading" || stage.kind === "processing" ? reduceSending(stage, event) : stage;
  }
}

function reduceSending(
  stage: RunningStage & { readonly kind: "uploading" | "processing" },
  event: UploadEvent,
): UploadStage {
  const { sent } = stage;
  switch (event.type) {
    case "progressed": {
      const { bytes, bytesPerSecond = sent.bytesPerSecond } = event;
      return { ...stage, sent: { ...sent, bytes: sent.bytes + bytes, bytesPerSecond } };
    }
    case "fileDone":
      return { ...stage, sent: { ...sent, filesLeft: sent.filesLeft - 1 } };
    case "connectionLost":
      return { ...stage, waitSeconds: event.waitSeconds };
    case "connectionBack":
      return stage.waitSeconds === undefined ? stage : { ...stage, waitSeconds: undefined };
    default:
      return stage;
  }
}

export function isRunning(stage: UploadStage): stage is RunningStage {
  const { kind } = stage;
  return kind === "converting" || kind === "creating" || kind === "uploading" || kind === "processing";
}

/** The user may change its settings, and start it. */
export function isEditable({ kind }: UploadStage): boolean {
  return kind === "editing" || kind === "failed";
}

/** It has been started, so the server may have parts of it. */
export function isStarted(stage: UploadStage): boolean {
  return stage.kind === "failed" || isRunning(stage);
}

/** The last problem or error. */
export function problemOf(stage: UploadStage): string | undefined {
  if (stage.kind === "failed") return stage.error;
  return stage.kind === "checking" || stage.kind === "editing" ? stage.problem : undefined;
}

export function sentOf(stage: UploadStage): Sent {
  return "sent" in stage ? stage.sent : nothingSent;
}
