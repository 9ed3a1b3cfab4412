/**
 * Which browser tests a change affects, for `npm test -- --changed`. Unit tests are found by their imports; browser
 * tests import nothing of the app, so the folders they cover are listed here.
 */
import { spawnSync } from "node:child_process";
import { repository } from "./files.ts";

/** The first row that matches a changed file names its tests; a file without a match affects no browser test. */
const rows: readonly (readonly [files: RegExp, specs: readonly string[]])[] = [
  [/\.test\.tsx?$|\.md$/, []],
  [/^tests\/e2e\/[\w-]+\.spec\.ts$|^tests\/render\//, ["itself"]],
  [
    /^tests\/(e2e\/support|support)\/|^playwright\.config\.ts$|^package(-lock)?\.json$/,
    ["tests/e2e/", "tests/render/"],
  ],
  ...panels({
    "attribute-\\w+|attributes": ["attributes", "pairs", "filters", "timelines"],
    "blame|compare|history|revisions|sets": ["compare", "history", "said"],
    cameras: ["cameras", "stereo"],
    "dataset-info": [],
    "frame-labels": ["frame-labels"],
    groups: ["groups"],
    "image-enhancements": ["picture"],
    import: ["import"],
    assist: ["assist"],
    jobs: ["jobs"],
    merge: ["selecting", "lists"],
    comments: ["comments"],
    notes: ["notes"],
    playback: ["playback", "playing"],
    problems: ["problems"],
    saving: ["saving", "together"],
    styles: ["types", "layout"],
    "threshold-controls|track-filters": ["filters", "lists"],
    timeline: ["playback", "timeline"],
    "tracks|types": ["lists", "typing", "types", "keys"],
  }),
  // A change of texts or commands usually changes a panel or page as well, which selects its own tests.
  [/^web\/base\/texts\//, ["tests/e2e/languages", "tests/e2e/pseudo-language"]],
  [/^web\/commands\//, ["tests/e2e/viewer-keys", "tests/e2e/viewer-menus", "tests/e2e/viewer-remapping"]],
  [/^web\/media\//, ["tests/e2e/viewer-playback", "tests/e2e/frames"]],
  [/^web\/assist\/|^core-wasm\/vision\//, ["tests/e2e/viewer-assist"]],
  [/^web\/render\//, ["tests/render/", "tests/e2e/viewer-drawing"]],
  [/^web\/(viewer|editor|session)\//, ["tests/e2e/viewer-"]],
  [/^core-wasm\/(assembly|host)\//, ["tests/e2e/viewer-", "tests/e2e/export", "tests/render/"]],
  [/^web\/data\/upload\//, ["tests/e2e/upload"]],
  [/^web\/data\/login\//, ["tests/e2e/auth"]],
  [/^web\/(data|queries)\//, ["tests/e2e/browse", "tests/e2e/shell", "tests/e2e/upload"]],
  [/^web\/features\//, ["tests/e2e/browse", "tests/e2e/export"]],
  [/^web\/app\//, ["tests/e2e/shell", "tests/e2e/auth"]],
  [/^web\/|^vite\.config\.ts$/, ["tests/e2e/"]],
  [/^(server|schemas)\//, ["tests/e2e/journey", "tests/e2e/browse"]],
];

/** Folders of `web/viewer`, each with its browser tests; the accessibility test of the panels runs for all of them. */
function panels(
  list: Readonly<Record<string, readonly string[]>>,
): (readonly [files: RegExp, specs: readonly string[]])[] {
  return Object.entries(list).map(([folders, specs]) => [
    new RegExp(`^web/viewer/(?:[a-z]+/)?(?:${folders})/`),
    [...specs, "panels-accessibility"].map((spec) => `tests/e2e/viewer-${spec}`),
  ]);
}

/** @returns paths, or prefixes of paths, of browser tests */
export function browserTestsFor(files: readonly string[]): readonly string[] {
  const specs = files.flatMap((file) => {
    const row = rows.find(([pattern]) => pattern.test(file));
    return row === undefined ? [] : row[1].map((spec) => (spec === "itself" ? file : spec));
  });
  // A prefix represents all paths that start with it.
  const unique = [...new Set(specs)].toSorted();
  return unique.filter((spec) => !unique.some((other) => other !== spec && spec.startsWith(other)));
}

/** Differences from a commit, including uncommitted and new files. */
export function changedFiles(since: string): readonly string[] {
  return [
    ...git("diff", "--name-only", "--merge-base", since),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].filter((file) => file !== "");
}

function git(...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: repository, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
  return stdout.split("\n");
}
