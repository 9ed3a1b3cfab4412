/** Unit tests read all English texts: no page is there to load them. */
import { loadTexts } from "../../web/base/texts/index.ts";

await loadTexts("pages", "commands", "account", "multicam", "admin", "viewer");
