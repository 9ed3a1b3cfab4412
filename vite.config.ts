/**
 * Builds the web app from web/ into dist/web, which the server serves. In development Vite serves it with hot reload
 * and passes the api on to the real server.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { createLogger, defineConfig, type Rolldown } from "vite";
import { precompress } from "./tests/tools/precompress.ts";
import { viewerChunks } from "./tests/tools/viewer-chunks.ts";

const repository = fileURLToPath(new URL(".", import.meta.url));
const server = process.env["WAKELINE_SERVER"] ?? "http://127.0.0.1:8010";
const passOn = { target: server, changeOrigin: false };

/**
 * Modules that are loaded together stay together: a file for each of a hundred small modules compresses worse by a
 * tenth. A group takes along what it imports, so that none imports one that comes after it.
 */
const components = (...names: string[]) => `@mantine/core/esm/components/(${names.join("|")})/`;
const logIn = components(
  ...[
    "ActionIcon",
    "Alert",
    "Anchor",
    "Button",
    "Center",
    "CloseButton",
    "Code",
    "Group",
    "Input",
    "InputBase",
    "Loader",
  ],
  ...["NativeSelect", "Paper", "Stack", "Tabs", "Text", "TextInput", "Title", "UnstyledButton"],
);
/** Parts that open over pages, fetched on first use. */
const overlays = components(
  ...[
    "FocusTrap",
    "Menu",
    "Modal",
    "ModalBase",
    "Popover",
    "Notification",
    "Overlay",
    "Portal",
    "ScrollArea",
    "Tooltip",
    "Transition",
  ],
);
/** Shared by the pages after it. */
const shared = components(...["Badge", "Breadcrumbs", "Checkbox", "DataList", "Pagination", "Skeleton"]);
const icons = `icons/Icon(${[
  ...["ArrowDown", "ArrowUp", "CloudUpload", "Copy", "Database", "Download", "FileImport", "FileTypeCsv"],
  ...["Folder", "FolderOpen", "FolderPlus", "FolderSymlink", "Json", "Map", "Movie", "Pencil", "Photo", "PhotoOff"],
  ...["PhotoVideo", "Trash", "User", "Users", "Video", "X"],
].join("|")})\\.`;
const chunkOf = viewerChunks();
const nameViewerChunk = (id: string, context: Rolldown.ChunkingContext) =>
  chunkOf(id, (imported) => context.getModuleInfo(imported));
const chunks = [
  {
    name: "react",
    test: /node_modules\/(react|react-dom|scheduler|@preact\/signals-\w+|use-sync-external-store|clsx)\//,
  },
  // The log-in page, which needs the base of the component library and little else.
  {
    name: "start",
    test: new RegExp(
      `@mantine/core/esm/core/|${logIn}|web/(app/main\\.tsx$|api/(?!upload-transport)|ui/(page/ErrorAlert|theme/BrandMark|menus/LanguageSelect)|data/login/notice)|Icon(AlertTriangle|PlugConnectedX)\\.`,
    ),
  },
  // Shared by dialogs, menus and toasts and the pages that open them.
  {
    name: "openers",
    test: new RegExp(
      "@mantine/(modals/esm/events|notifications/esm/notifications\\.store|store/)|" +
        "@mantine/hooks/esm/(use-merged-ref|use-debounced-callback|use-window-event|utils/use-callback-ref)/|" +
        "components/(Checkbox/CheckIcon|VisuallyHidden/)",
    ),
  },
  { name: "tables", test: new RegExp(components("ScrollArea", "Table")) },
  // Parts that open over pages: fetched on first use, or along with the page.
  {
    name: "overlays",
    test: new RegExp(
      `node_modules/(@floating-ui|react-remove-scroll|react-transition-group|@mantine/(modals/esm/Modals|notifications/esm/Notif))|web/ui/dialogs/DialogButtons|${overlays}`,
    ),
  },
  // Needed by every page after it.
  {
    name: "inside",
    test: new RegExp(
      `node_modules/(react-router|@tanstack/(query-core|react-query))/|${shared}|${icons}|` +
        "web/(app/(Application|SignedIn|ShellLayout)|data/(PageControls|Fact|preferences)|data/browser/(entry-facts|row-actions|delete-entries|move-entries|EntryIcon|Thumbnail|thumbnail-turns)|queries/(places|datasets)|" +
        "ui/(text/(format|CutText|LazyMarkdown)|page/(GuideAnchor|lazy-part|Splitter)|menus/LazyMenu|tips/Tip)|" +
        "features/(show-error|clone/open-clone|import/open-import|run/(MenuFace|run-target|RunPipelineMenu)))\\.",
    ),
  },
  // Shared by the viewer's panels and some of the pages, by how many of them need it.
  { name: "switches", test: new RegExp(`${components("Progress", "Switch")}|icons/Icon(Briefcase|InfoCircle)\\.`) },
  {
    name: "controls",
    test: new RegExp(`${components("NumberInput", "Radio", "SegmentedControl")}|icons/Icon(Check|Plus)\\.`),
  },
  // The search above the data needs the first.
  { name: "combobox", test: new RegExp(components("Combobox")) },
  {
    name: "choices",
    test: new RegExp(`${components("Pill", "PillsInput", "Select", "Textarea")}|icons/IconDots\\.`),
  },
  {
    name: "panels",
    test: new RegExp(components("Autocomplete", "Collapse", "ColorInput", "ColorSwatch", "Slider")),
  },
  // Of commands too, which every page can list.
  {
    name: "icons",
    test: new RegExp(
      `icons/Icon(${[
        ...["ChevronDown", "ChevronLeft", "ChevronRight", "Cube", "Key", "Lock", "Package", "Restore"],
        ...["Settings", "Share3", "StereoGlasses", "SunMoon", "Tags", "UserCog"],
      ].join("|")})\\.`,
    ),
  },
  {
    name: nameViewerChunk,
    debugName: "viewer",
    // It names them all, and none imports one that comes after it.
    includeDependenciesRecursively: false,
  },
].map((group, index) => ({ ...group, priority: 20 - index }));

const logger = createLogger(process.argv.includes("warn") ? "warn" : "info");
const { warnOnce, warn } = logger;
/**
 * Vite's own reader of `composes` names no file to its parser. What is shared so has no pictures whose address could be
 * lost.
 */
const isOfComposes = (text: string) => text.includes("PostCSS plugin did not pass the `from` option");
logger.warn = (text, options) => void (isOfComposes(text) || warn(text, options));
logger.warnOnce = (text, options) => void (isOfComposes(text) || warnOnce(text, options));

export default defineConfig({
  customLogger: logger,
  root: `${repository}web`,
  cacheDir: `${repository}.cache/vite`,
  plugins: [react(), precompress()],
  build: {
    outDir: `${repository}dist/web`,
    emptyOutDir: true,
    target: "es2023",
    sourcemap: true,
    // Kilobytes. The viewer's chunk carries the video demuxer and is loaded when the first dataset is opened.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    // Fetched while it compiles, so it must stay a file of its own.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
  },
  worker: { format: "es" },
  // Its worker is next to it.
  optimizeDeps: { exclude: ["@ffmpeg/ffmpeg"] },
  server: {
    host: "127.0.0.1",
    port: 8011,
    strictPort: true,
    fs: { allow: [repository] },
    proxy: { "/api": passOn, "/girder": passOn, "/notifications": { ...passOn, ws: true } },
  },
});
