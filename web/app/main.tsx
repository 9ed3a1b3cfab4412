/** Entry of the web application. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { setNavigation } from "../ui/navigation.ts";
import { translateHashLink } from "./hash-links.ts";
import { watchInternalErrors } from "./internal-errors.ts";
import { startLanguage } from "./language.ts";
import { reportPage } from "./reports.ts";
import { createRouter } from "./router.tsx";

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element #root");

const translated = translateHashLink(location.href);
if (translated !== undefined) history.replaceState(null, "", translated);

watchInternalErrors();
const router = createRouter();
let shown = location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== shown) reportPage();
  shown = pathname;
});
setNavigation((path) => void router.navigate(path));

await startLanguage();
createRoot(container).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
