/**
 * The tests that `npm test` runs without `--all`: about 15 minutes on two processors. Left out are tests that start
 * and kill programs many times, encode videos, try random inputs or run on a second database, and the browser tests of
 * single panels and pages, which `npm test -- --changed` finds. CI runs all but `sweeps`.
 */
import { globSync } from "node:fs";
import { repository } from "./files.ts";

/** Read by the configurations of Vitest and Playwright. */
export const shortTests = "WAKELINE_SHORT_TESTS";

export const isShort = (process.env[shortTests] ?? "") !== "";

const contract = [
  "addons",
  "archive-import",
  "backup",
  "bad-inputs/addresses",
  "bad-inputs/annotation-files",
  "bad-inputs/archives",
  "bad-inputs/large-export",
  "bad-inputs/large-saves",
  "bad-inputs/media",
  "bad-inputs/slow-clients",
  "bounds",
  "conversion",
  "data-folder",
  "ffmpeg",
  "job-retry",
  "large-image",
  "large-image-gdal",
  "lifetime",
  "map-view",
  "media-import",
  "multicam",
  "observability",
  "password-directory",
  "pictures",
  "pipelines",
  "postgres-database",
  "query-plans",
  "races",
  "random-uploads/random-uploads",
  "render",
  "replaced-media",
  "review",
  "rig-archive",
  "rig-archive-crash",
  "s3-blob-store",
  "s3-media-import",
  "stored-ids",
  "tiff-table",
  "training",
  "video-part",
  "video-probe",
  "webhooks",
];
const cli = [
  "ci-files",
  "convert",
  "fingerprint",
  "git",
  "interrupt",
  "library",
  "long-line",
  "mcp",
  "migrate-cvat",
  "migrate-dive",
  "migrate-label-studio",
  "package",
  "release",
  "release-server",
  "render",
  "reports",
  "retarget",
  "serve",
  "shared-files",
  "working-copy",
];

/** Random edits and changes, which find what no single change breaks. */
const random = ["editor/suggest-boxes", "editor/hold-pointer", "session/interleavings", "session/long-track"];

/** Transcripts of commands whose jobs encode or train, or that start many processes. */
export const longTranscripts: readonly string[] = [
  "offline/git.txt",
  "offline/many-files.txt",
  "offline/pipes.txt",
  "signed-in/cameras.txt",
  "signed-in/pipelines.txt",
  "signed-in/training.txt",
  "signed-in/upload-tree.txt",
];

/** @param transcript its file, as `longTranscripts` names it */
export const isWanted = (transcript: string): boolean => !isShort || !longTranscripts.includes(transcript);

export const longUnitTests: readonly string[] = [
  "tests/{cameras,crash,damage,failures,fuzz,migrations,operation,pipelines,property,soak}/**/*.test.ts",
  `tests/contract/{${contract.join(",")}}.test.ts`,
  `tests/cli/{${cli.join(",")}}.test.ts`,
  `tests/{${random.join(",")}}.test.ts`,
];

export const shortBrowserTests: readonly string[] = [
  "browse",
  "export",
  "first-keys",
  "journey",
  "upload",
  "viewer-drawing",
  "viewer-keys",
  "viewer-playback",
  "viewer-saving",
  "viewer-undo",
].map((name) => `e2e/${name}.spec.ts`);

/**
 * Browser tests that look at every page for one property, or play a journey again under other circumstances: several
 * minutes of processor time each. `npm run test:long` and `npm test -- --changed` run them.
 */
export const sweeps: readonly string[] = [
  "direct-media",
  "guided-tour",
  "hostile-texts",
  "journey-german",
  "languages",
  "page-changes",
  "preferences-of-sight",
  "pseudo-language",
  "spoken-order",
  "targets",
  "viewer-segmenter-packs",
  "viewer-zoom",
].map((name) => `tests/e2e/${name}.spec.ts`);

/** The browser tests of `npm test -- --all`. */
export const allBrowserTests = (): readonly string[] =>
  globSync("tests/{e2e,render}/**/*.spec.ts", { cwd: repository })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !sweeps.includes(file))
    .toSorted();

/** The files that are left out, for the closing lines of a run. */
export const leftOutFiles = (): { readonly unit: number; readonly browser: number } => ({
  unit: globSync([...longUnitTests], { cwd: repository }).length,
  browser: allBrowserTests().length - shortBrowserTests.length,
});
