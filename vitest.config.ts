/**
 * Unit and contract tests of every part: all `*.test.ts(x)` files. The tests of the api run on the embedded database and
 * disk; those whose outcome depends on the storage run on PostgreSQL and S3 too. Where modules keep nothing that another
 * file could meet, files share processes, since reloading what they test costs more than most of them do. Browser tests
 * (`*.spec.ts`) belong to Playwright.
 */
import { defineConfig } from "vitest/config";
import { isShort, longUnitTests } from "./tests/tools/short-tests.ts";
import { SlowFirst } from "./tests/tools/slow-first.ts";
import { testWorkers } from "./tests/tools/test-workers.ts";

/**
 * Tests that look into the data folder themselves, start databases of their own, or ask nothing of the storage: what is
 * read of files, in which encoding an answer goes, what every route makes of broken requests, sign-in at a provider or a
 * directory, and rights, which are decided above it (the matrix of `permissions` asks a database's own queries).
 */
const embeddedOnly = [
  "addons",
  "archive-import",
  "backup",
  "bad-inputs/addresses",
  "bad-inputs/annotation-files",
  "bad-inputs/archives",
  "bad-inputs/checklist",
  "bad-inputs/media",
  "bad-inputs/slow-clients",
  "bounds",
  "calibration-file",
  "compression",
  "data-folder",
  "describe",
  "encodings",
  "ffmpeg",
  "housekeeping",
  "identity-provider",
  "job-retry",
  "large-image-gdal",
  "map-view",
  "measurement",
  "multicam",
  "multicam-calibration",
  "observability",
  "password-directory",
  "permissions/guide",
  "pictures",
  "pipelines",
  "postgres-database",
  "query-plans",
  "random-uploads/random-uploads",
  "repeated-transactions",
  "rig-archive-crash",
  "s3-blob-store",
  "s3-media-source",
  "sign-in",
  "stored-ids",
  "thumbnails",
  "tiff-table",
  "video-part",
  "video-probe",
  "wire",
];

/**
 * Tests of what services decide above the database and the storage, which answer them alike: formats, conversion,
 * pictures, comparisons, messages to others, and what clients make of answers. Both are tested against the contracts of
 * their ports, and `permissions` and `races` call every route on both. With `WAKELINE_EVERY_STORAGE`, as in
 * `npm run test:long`, they run on the second storage too.
 */
const aboveStorage = [
  "annotation-file",
  "annotation-image",
  "annotations-saved",
  "bad-inputs/clock",
  "bad-inputs/requests",
  "bad-inputs/sessions",
  "clients/python-client",
  "clients/scripts",
  "clients/several-cameras",
  "clients/web-client-corpus",
  "consensus",
  "conversion",
  "documents",
  "hidden-truth",
  "large-image",
  "live",
  "mail",
  "media-import",
  "passwords",
  "render",
  "replaced-media",
  "rig-archive",
  "rpc",
  "s3-media-import",
  "scoring",
  "sessions",
  "trained-pipelines",
  "training",
  "upstream-defects",
  "viewer-calls",
  "webhooks",
  "wire-fields",
];

/** Files that the short run leaves out. */
const leftOut = isShort ? longUnitTests : [];

const isEveryStorage = (process.env["WAKELINE_EVERY_STORAGE"] ?? "") !== "";

/**
 * Tests of modules that must not have been loaded before, or that count what is left in memory: processes of their own.
 */
const alone = ["web/assist/follow.test.ts", "web/commands/known.test.ts"];

/** First of the setup files, so that the time of the others counts. */
const processorTime = "tests/support/processor-time.ts";

/** Folders of `tests` whose files leave nothing in their process: most start programs. */
const programs = [
  "cameras",
  "cli",
  "corpus",
  "crash",
  "damage",
  "failures",
  "fuzz",
  "migrations",
  "operation",
  "pipelines",
  "property",
  "soak",
];

/**
 * Modules load as in the product, by Node itself: through Vite, every access to an import looks it up, which slows
 * computing loops (files that compare videos take a quarter less processor time without it). Such files cannot replace
 * modules (`vi.mock`) or import what only Vite can load.
 */
const nativeImports = { viteModuleRunner: false, nodeLoader: false } as const;

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: testWorkers,
    sequence: { sequencer: SlowFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Long enough for a busy machine; the default is one second.
    expect: { poll: { timeout: 40_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [...alone, "tests/**/*.test.ts"],
          exclude: [
            ...["**/node_modules/**", "tests/{contract,e2e,editor,render,shell,tools}/**"],
            `tests/{${programs.join(",")}}/**`,
            ...leftOut,
          ],
          globalSetup: ["tests/tools/vitest-setup.ts"],
          setupFiles: [processorTime, "tests/support/english.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "programs",
          experimental: nativeImports,
          include: [`tests/{${programs.join(",")}}/**/*.test.ts`],
          exclude: ["**/node_modules/**", ...leftOut],
          isolate: false,
          globalSetup: ["tests/tools/vitest-setup.ts"],
          setupFiles: [processorTime, "tests/support/english.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["web/**/*.test.{ts,tsx}", "tests/{editor,shell,tools}/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...alone, ...leftOut],
          isolate: false,
          globalSetup: ["tests/tools/vitest-setup.ts"],
          setupFiles: [processorTime, "tests/support/english.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "plain",
          include: ["{schemas,core-wasm,cli,server}/**/*.test.ts"],
          isolate: false,
          globalSetup: ["tests/tools/vitest-setup.ts"],
          setupFiles: [processorTime],
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...leftOut],
          isolate: false,
          globalSetup: ["tests/tools/vitest-setup.ts"],
          setupFiles: [processorTime, "tests/support/english.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres-s3",
          include: ["tests/contract/**/*.test.ts"],
          isolate: false,
          exclude: [...embeddedOnly, ...(isEveryStorage ? [] : aboveStorage)].map(
            (name) => `tests/contract/${name}.test.ts`,
          ),
          globalSetup: ["tests/tools/vitest-setup.ts", "tests/support/storage-setup.ts"],
          setupFiles: [processorTime, "tests/support/use-storage.ts"],
        },
      },
    ],
  },
});
