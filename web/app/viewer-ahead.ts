/**
 * The viewer is a third of the application: who has been signed in and opens it does not wait for an answer of the server before
 * it is fetched. A file of its own, since it names all files of the viewer, which other pages need not load.
 */
import { loadTexts } from "../base/texts/index.ts";

// What cannot be fetched is asked for again, and complained about, by the router.
Promise.all([import("../viewer/ViewerPage.tsx"), loadTexts("commands", "viewer")]).catch(() => undefined);
