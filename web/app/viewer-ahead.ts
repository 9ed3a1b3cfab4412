/**
 * The viewer is a third of the application: for a signed-in user its code is fetched while the server is asked who that
 * is. A file of its own, since it names all files of the viewer, which other pages need not load.
 */
import { loadTexts } from "../base/texts/index.ts";

/** Its code finds it under way. */
function fetchCore(): void {
  const { href } = new URL("../../core-wasm/build/core.wasm", import.meta.url);
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }),
  );
}

// Before the code, whose files are many: browsers ask for a few at a time.
fetchCore();
// A failed fetch here is retried, and reported, by the router.
Promise.all([import("../viewer/ViewerPage.tsx"), loadTexts("commands", "viewer")]).catch(() => undefined);
