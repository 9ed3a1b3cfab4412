/**
 * The tests that `npm test` runs without `--all`: about 20 minutes on two processors. Left out are tests that start
 * and kill programs many times, encode videos, try random inputs or run on a second database, and the browser tests of
 * single panels and pages, which `npm test -- --changed` finds. CI runs all.
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
  "ffmpeg",
  "large-image",
  "large-image-gdal",
  "lifetime",
  "map-view",
  "media-import",
  "observability",
  "pictures",
  "pipelines",
  "postgres-database",
  "races",
  "random-uploads/random-uploads",
  "render",
  "replaced-media",
  "review",
  "rig-archive",
  "stored-ids",
  "tiff-table",
  "training",
  "video-part",
  "video-probe",
];
const cli = [
  "ci-files",
  "convert",
  "fingerprint",
  "interrupt",
  "library",
  "long-line",
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

export const longUnitTests: readonly string[] = [
  "tests/{cameras,crash,damage,failures,fuzz,migrations,operation,pipelines,property,soak}/**/*.test.ts",
  `tests/contract/{${contract.join(",")}}.test.ts`,
  `tests/cli/{${cli.join(",")}}.test.ts`,
];

export const shortBrowserTests: readonly string[] = [
  "auth",
  "browse",
  "export",
  "first-keys",
  "journey",
  "tour",
  "upload",
  "viewer-drawing",
  "viewer-keys",
  "viewer-playback",
  "viewer-saving",
  "viewer-undo",
].map((name) => `e2e/${name}.spec.ts`);

/** The files that are left out, for the closing lines of a run. */
export function leftOutFiles(): { readonly unit: number; readonly browser: number } {
  const files = (patterns: readonly string[]): number => globSync([...patterns], { cwd: repository }).length;
  const browser = files(["tests/{e2e,render}/**/*.spec.ts"]);
  return { unit: files(longUnitTests), browser: browser - shortBrowserTests.length };
}
