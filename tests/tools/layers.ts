/**
 * The layers of ARCHITECTURE.md as data: who may import whom. `check-imports.ts` reads it.
 *
 * A file belongs to the layer with the longest matching path. A layer may always import itself. Imports that are not
 * listed are not allowed. Unit tests next to the code (`*.test.ts`) follow the rules of their layer, and may also use
 * `testFolders`.
 */

export interface Layer {
  /** Folder (ends with `/`) or file, relative to the repository root. */
  readonly path: string;
  /** Paths of the layers that it may import; a path includes every layer below it. */
  readonly may: readonly string[];
  /** Layers from which it may import types, but nothing else. */
  readonly mayTypes?: readonly string[];
  /** Layers that it may load with `import()`, so that only their users pay for them. */
  readonly mayLazily?: readonly string[];
  /** Its parent, whose README lists it; ARCHITECTURE.md does not. */
  readonly floorOf?: string;
  /** Layers that only its unit tests may import, besides `testFolders`. */
  readonly testsMay?: readonly string[];
}

const core = "core-wasm/host/";
const vision = "core-wasm/vision/";
const packs = "core-wasm/packs/";

const belowServices = [
  "server/base/",
  "server/domain/",
  "server/ports/",
  core,
  "schemas/",
  "core-wasm/threads/",
  "core-wasm/zip/",
];
/** The folders of services from the lowest to the highest: each may use lower ones. */
const serviceFloors = floors("server/services/", belowServices, [
  ...[
    "access",
    "content",
    "tree",
    "accounts",
    "media",
    "annotations",
    "datasets",
    "pipelines",
    "jobs",
    "postprocess",
    "rpc",
    "site",
  ],
]);

const belowSession = ["web/base/", "web/api/", core, "schemas/"];
const sessionFloors = floors(
  "web/session/",
  belowSession,
  ["attributes", "undo", "document", "dataset", "display", "cameras", "comparison", "comments", "presence", "saving"],
  ["web/media/"],
);

const editorFloors = floors(
  "web/editor/",
  ["web/base/", "web/session/"],
  ["tools", "modes", "cameras", "edits", "lists", "pointing"],
  [core],
);

/** Sub-folders of one layer: each may import those that come before it, and types of all. */
function floors(
  path: string,
  may: readonly string[],
  names: readonly string[],
  mayTypes: readonly string[] = [],
): readonly Layer[] {
  return names.map((name, index) => ({
    path: `${path}${name}/`,
    may: [...may, ...names.slice(0, index).map((lower) => `${path}${lower}/`)],
    mayTypes: [path, ...mayTypes],
    floorOf: path,
  }));
}

/** The basis of all formats: parts of the core, and the folders that formats share, from the lowest to the highest. */
const belowFormats = [
  ...["types.ts", "json.ts", "instance.ts", "join-bytes.ts", "wasm-exports.ts", "groups.ts", "edits/"],
  "queries/columns.ts",
].map((name) => `${core}${name}`);
const sharedByFormats = ["problems", "text", "sources", "pictures", "exchange"];
const formats = `${core}formats/`;
const belowEachFormat = [
  ...belowFormats,
  "core-wasm/zip/",
  ...[...sharedByFormats, "recognize"].map((folder) => `${formats}${folder}/`),
  // The configuration of a dataset and its hierarchy of types, which other formats write along.
  `${formats}dive-config/`,
];

const formatFloors: readonly Layer[] = [
  ...floors(formats, [...belowFormats, "core-wasm/zip/"], sharedByFormats, [core]),
  {
    path: `${formats}recognize/`,
    may: [...belowEachFormat, `${formats}format-table.ts`, `${formats}coco/`, `${formats}labelme/`],
    mayTypes: [core],
  },
  // No format imports another one, but COCO keeps the members of DIVE JSON.
  { path: `${formats}coco/`, may: [...belowEachFormat, `${formats}dive-json/`], mayTypes: [core] },
  // Datumaro is read by translating it.
  {
    path: `${formats}translate/`,
    may: [...belowEachFormat, `${formats}format-table.ts`, `${formats}datumaro/`],
    mayTypes: [core, "schemas/"],
  },
  ...["columns", "cvat", "datumaro", "dive-config", "dive-json", "kpf", "label-studio", "labelme", "mot", "viame-csv"]
    .concat(["voc", "yolo"])
    .map((format) => ({ path: `${formats}${format}/`, may: belowEachFormat, mayTypes: [core, "schemas/"] })),
].map((layer) => ({ ...layer, testsMay: [core], floorOf: formats }));

export const layers: readonly Layer[] = [
  { path: "schemas/", may: [] },
  { path: "core-wasm/threads/", may: [] },
  { path: "core-wasm/programs/", may: [] },
  { path: "core-wasm/zip/", may: [] },

  { path: "core-wasm/assembly/", may: [] },
  { path: core, may: [`${core}formats/`, `${core}border.ts`, "core-wasm/zip/"], mayTypes: ["schemas/"] },
  ...formatFloors,
  // Numbers that shaders need too.
  { path: `${core}border.ts`, may: [] },
  // For the tests next to it.
  { path: `${core}testing/`, may: [core] },
  { path: `${vision}assembly/`, may: [] },
  // Processes pictures, and knows nothing about annotations.
  { path: vision, may: [] },
  // Runs user-supplied models, the same on server and page.
  { path: packs, may: [vision, "core-wasm/zip/", "schemas/validators.ts"], mayTypes: ["schemas/"] },
  // Draws annotations into pictures, in Node.
  {
    path: "core-wasm/drawing/",
    may: [core, "core-wasm/programs/", "core-wasm/zip/safe-names.ts", "schemas/video-conversion.ts"],
  },
  // Building the core, and the tables generated into it.
  { path: "core-wasm/", may: [core] },

  { path: "web/base/", may: [] },
  { path: "web/api/", may: ["web/base/", "schemas/"] },
  {
    path: "web/media/",
    may: ["web/base/", "web/api/", "schemas/video-gaps.ts", "schemas/video-packets.ts", "schemas/video-size.ts"],
    mayTypes: [core],
  },
  { path: "web/queries/", may: ["web/base/", "web/api/", "schemas/"] },
  { path: "web/session/", may: ["web/session/", ...belowSession], mayTypes: ["web/media/"] },
  ...sessionFloors,
  { path: "web/assist/", may: ["web/base/", vision, packs], mayTypes: ["schemas/"] },
  { path: "web/render/", may: ["web/base/", `${core}border.ts`], mayTypes: [core] },
  { path: "web/editor/", may: ["web/editor/", "web/base/", "web/session/"], mayTypes: [core] },
  ...editorFloors,
  { path: "web/commands/", may: ["web/base/", "web/editor/"], mayTypes: [core] },
  { path: "web/ui/", may: ["web/base/", "web/commands/"], mayTypes: [core] },
  {
    path: "web/features/",
    may: ["web/base/", "web/api/", "web/queries/", "web/commands/", "web/ui/", core, "schemas/"],
  },
  {
    path: "web/viewer/",
    may: [
      "web/base/",
      "web/api/",
      "web/media/",
      "web/assist/",
      "web/queries/",
      "web/session/",
      "web/render/",
      "web/editor/",
      "web/commands/",
      "web/ui/",
      "web/features/",
      core,
      "schemas/",
    ],
  },
  {
    path: "web/data/",
    may: [
      ...["web/base/", "web/api/", "web/media/", "web/queries/", "web/commands/", "web/ui/", "web/features/"],
      ...[core, "schemas/", "core-wasm/zip/"],
    ],
    // To compare pictures.
    mayLazily: [vision],
  },
  { path: "web/app/", may: ["web/", core, "schemas/"] },
  // Plain scripts that run before the app, copied unchanged.
  { path: "web/public/", may: [] },

  {
    path: "cli/",
    may: [
      ...["schemas/", "core-wasm/threads/", "core-wasm/programs/", "core-wasm/drawing/", "core-wasm/zip/", core],
      // The names of commands, without their code.
      ...["cli/commands/admin/index.ts", "cli/commands/pack/index.ts"],
    ],
    mayLazily: ["cli/commands/serve.ts", "cli/commands/worker.ts", "cli/commands/admin/", "cli/commands/pack/"],
  },
  { path: "cli/commands/admin/index.ts", may: ["cli/"], mayLazily: ["cli/commands/admin/"] },
  { path: "cli/commands/pack/index.ts", may: ["cli/"], mayLazily: ["cli/commands/pack/"] },
  { path: "cli/commands/pack/", may: ["cli/", "schemas/", packs] },
  { path: "cli/commands/serve.ts", may: ["cli/", "schemas/", core], mayTypes: ["server/"], mayLazily: ["server/"] },
  { path: "cli/commands/worker.ts", may: ["cli/", "schemas/", core], mayTypes: ["server/"], mayLazily: ["server/"] },
  {
    path: "cli/base/process/installation.ts",
    may: ["cli/", "schemas/", core],
    mayTypes: ["server/"],
    mayLazily: ["server/"],
  },
  { path: "cli/commands/admin/", may: ["cli/", "schemas/", core], mayTypes: ["server/"], mayLazily: ["server/"] },

  { path: "server/base/", may: ["schemas/", "core-wasm/zip/"] },
  { path: "server/domain/", may: ["server/base/", "schemas/"] },
  {
    path: "server/sample/",
    may: ["server/base/", "server/domain/", "server/adapters/ffmpeg/", "schemas/", "core-wasm/threads/"],
    mayTypes: [core, "server/ports/", "server/services/"],
  },
  { path: "server/ports/", may: ["server/base/"], mayTypes: ["server/domain/"] },
  // The suites that tests of adapters run.
  { path: "server/ports/contract/", may: ["server/base/", "server/ports/"], mayTypes: ["server/domain/"] },
  {
    path: "server/adapters/",
    may: [
      ...["server/base/", "server/domain/", "server/ports/", "core-wasm/threads/", "core-wasm/programs/"],
      "server/adapters/packs/",
      ...["schemas/video-conversion.ts", "schemas/video-packets.ts", "schemas/video-size.ts"],
    ],
    mayTypes: ["schemas/"],
  },
  // Model packs in folders.
  {
    path: "server/adapters/packs/",
    may: ["server/base/", "server/domain/", "server/ports/", packs],
    mayTypes: ["schemas/"],
  },
  // Processes annotations and pictures of cameras, with the core.
  {
    path: "server/adapters/builtin/",
    may: [
      "server/adapters/",
      "server/base/",
      "server/domain/",
      "server/ports/",
      "schemas/video-conversion.ts",
      core,
      vision,
      packs,
      "core-wasm/drawing/",
      "core-wasm/programs/",
    ],
    mayTypes: ["schemas/", "core-wasm/zip/"],
  },
  { path: "server/backup/", may: ["server/base/", "server/ports/"] },
  { path: "server/services/", may: ["server/services/", ...belowServices] },
  ...serviceFloors,
  { path: "server/plugins/", may: ["server/base/", "server/services/", "schemas/"], mayTypes: ["server/config.ts"] },
  {
    path: "server/routes/",
    may: ["server/base/", "server/domain/", "server/plugins/", "server/services/", "schemas/"],
    mayTypes: ["server/ports/", "core-wasm/zip/"],
  },
  {
    path: "server/config.ts",
    may: ["server/base/", "server/plugins/host-check.ts", "server/env-values.ts", "server/identity-config.ts"],
  },
  { path: "server/env-values.ts", may: [] },
  { path: "server/identity-config.ts", may: ["server/base/", "server/env-values.ts"] },
  { path: "server/log.ts", may: ["server/base/"], mayTypes: ["server/config.ts"] },
  {
    path: "server/app.ts",
    may: ["server/plugins/", "server/routes/", "server/services/", "server/base/", "schemas/"],
    mayTypes: ["server/config.ts"],
  },
  { path: "server/listening.ts", may: ["server/adapters/disk/"], mayTypes: ["server/config.ts"] },
  {
    path: "server/open-ports.ts",
    may: ["server/adapters/", "server/base/", "core-wasm/programs/"],
    mayTypes: ["server/config.ts", "server/identity-config.ts", "server/ports/"],
  },
  { path: "server/main.ts", may: ["server/", core, "schemas/"] },

  { path: "tests/tools/", may: ["tests/tools/check-commands.ts"] },
  // Reads the definitions of the command line.
  { path: "tests/tools/check-commands.ts", may: ["tests/tools/", "cli/commands.ts", "cli/command-entry.ts"] },
  {
    path: "tests/support/",
    may: [
      ...["tests/tools/", "schemas/", "core-wasm/programs/", "core-wasm/zip/", core, vision, packs],
      ...["cli/", "server/", "web/"],
    ],
  },
  {
    path: "tests/",
    may: [
      ...["tests/", "schemas/", "core-wasm/programs/", "core-wasm/drawing/", "core-wasm/zip/", core, vision, packs],
      ...["cli/", "server/", "web/"],
    ],
  },
  { path: "vite.config.ts", may: ["tests/tools/precompress.ts", "tests/tools/viewer-chunks.ts"] },
  { path: "vitest.config.ts", may: ["tests/tools/"] },
  { path: "playwright.config.ts", may: ["tests/tools/"] },
];

/** Folders that tests next to the code may also use: nothing that is shipped imports from here. */
export const testFolders: readonly string[] = [
  "tests/support/",
  "tests/tools/",
  `${core}testing/`,
  "server/ports/contract/",
];

/** Where development packages may be used: what is not shipped. */
export const developerPlaces: readonly string[] = [
  ...[
    "tests/",
    `${core}testing/`,
    "server/ports/contract/",
    "schemas/tools/",
    "core-wasm/build.ts",
    "core-wasm/build-vision.ts",
  ],
  ...["vite.config.ts", "vitest.config.ts", "playwright.config.ts"],
];

export interface PackageRule {
  /** Packages, or with a trailing `/*` a whole scope; `node:*` is all of Node. */
  readonly packages: readonly string[];
  /** The only places that may import them. Tests (the folder and `*.test.ts`) may import what they test with. */
  readonly onlyIn: readonly string[];
  readonly why: string;
}

const reactParts = ["web/ui/", "web/features/", "web/viewer/", "web/data/", "web/app/"];

export const packageRules: readonly PackageRule[] = [
  {
    packages: [
      ...["react", "react-dom", "react-router", "react-markdown", "@mantine/*", "@tabler/*"],
      ...["@tanstack/react-query", "@tanstack/react-virtual"],
    ],
    onlyIn: reactParts,
    why: "everything under the panels works, and is tested, without React",
  },
  {
    packages: ["@preact/signals-react"],
    onlyIn: reactParts,
    why: "it needs React; below, signals are @preact/signals-core",
  },
  {
    packages: ["@tanstack/query-core"],
    onlyIn: ["web/queries/"],
    why: "one place names what is cached and says how it is asked; React's part of it is for components",
  },
  { packages: ["twgl.js"], onlyIn: ["web/render/"], why: "one place owns the WebGL state" },
  {
    packages: ["mediabunny"],
    onlyIn: ["web/media/", "server/adapters/mediabunny/"],
    why: "frames come from one place, and so do the facts about videos",
  },
  { packages: ["idb"], onlyIn: ["web/session/", "web/base/"], why: "one place owns what the browser keeps" },
  {
    packages: ["fastify", "@fastify/*", "ws"],
    onlyIn: ["server/routes/", "server/plugins/", "server/app.ts", "server/listening.ts", "server/main.ts"],
    why: "rules and storage know nothing of HTTP",
  },
  {
    packages: ["kysely", "node:sqlite", "pg", "pg-cursor"],
    onlyIn: ["server/adapters/"],
    why: "SQL stays below the ports",
  },
  {
    packages: ["gdal3.js"],
    onlyIn: ["server/adapters/gdal/"],
    why: "it keeps its memory: only programs that end load it",
  },
  {
    packages: ["@aws-sdk/*", "prom-client", "pg-boss", "sharp", "geotiff"],
    onlyIn: ["server/adapters/"],
    why: "services know storage, collectors, queues and decoders as ports only",
  },
  {
    packages: ["onnxruntime-web"],
    onlyIn: ["core-wasm/packs/", "server/adapters/builtin/packs/", "web/assist/", "cli/commands/pack/"],
    why: "models run through one interface, in processes and workers that load it late",
  },
  { packages: ["ldapts"], onlyIn: ["server/adapters/ldap/"], why: "services know directories as ports only" },
  { packages: ["@zip.js/zip.js"], onlyIn: ["core-wasm/zip/"], why: "one place reads archives" },
  { packages: ["undici", "commander"], onlyIn: ["cli/"], why: "they are the command line's" },
  {
    packages: ["node:*"],
    onlyIn: [
      "core-wasm/",
      "cli/",
      "server/",
      "core-wasm/threads/",
      "schemas/tools/",
      "vite.config.ts",
      "vitest.config.ts",
      "playwright.config.ts",
    ],
    why: "the web app runs in a browser",
  },
];

/** Known imports that break a rule: each with its reason and how to end it. Delete a line when it is repaid. */
export const debt: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [];

/** Files that import each other, only by types, because their concepts refer to each other: each cycle sorted. */
export const circles: readonly (readonly string[])[] = [
  // A mode is one of these, and each may lead to another one.
  [
    "web/editor/modes/drawing-mode.ts",
    "web/editor/modes/linking-mode.ts",
    "web/editor/modes/mode.ts",
    "web/editor/modes/selecting-mode.ts",
  ],
];
