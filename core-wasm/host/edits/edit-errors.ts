/** Why an edit was refused. The core returns a position in this list, which `npm run generate` copies to its code. */
import { CoreError } from "../types.ts";

interface EditError {
  readonly code: string;
  readonly sentence: (track: number, frame: number) => string;
}

const editErrors: readonly (EditError | undefined)[] = [
  undefined,
  { code: "no-such-track", sentence: (track) => `Annotation ID not found: there is no track ${track}.` },
  { code: "track-id-taken", sentence: (track) => `There is a track ${track} already.` },
  {
    code: "only-keyframe",
    sentence: (track) => `This is the only keyframe in Track ${track}, it cannot be removed`,
  },
  {
    code: "no-detection",
    sentence: (track, frame) =>
      `Track ${track} has no detection on frame ${frame}, neither a keyframe nor an interpolated one.`,
  },
  { code: "bounds-not-finite", sentence: (track) => `The bounds of track ${track} must be finite numbers.` },
  {
    code: "cannot-split",
    sentence: (track, frame) =>
      `Cannot split track at frame ${frame}: it must be after the first frame of track ${track} and not after its last.`,
  },
];

/** The core's result when a track has no detection. */
export const noDetection = editErrors.findIndex((error) => error?.code === "no-detection");

export const editErrorCodes = editErrors.flatMap((error) => (error === undefined ? [] : [error.code]));

/** Throws unless the core's result means success. */
export function throwEditError(answer: number, track: number, frame: number): void {
  if (answer === 0) return;
  const error = editErrors[answer] ?? { code: "edit-refused", sentence: () => `The edit was refused (${answer}).` };
  throw new CoreError(error.code, error.sentence(track, frame));
}
