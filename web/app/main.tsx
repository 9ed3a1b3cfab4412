/** Entry point of the web application. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { readAddress } from "./entrance.ts";
import { translateHashLink } from "./hash-links.ts";
import { watchInternalErrors } from "./internal-errors.ts";
import { startLanguage } from "./language.ts";

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element #root");

const translated = translateHashLink(location.href);
if (translated !== undefined) history.replaceState(null, "", translated);
readAddress();

watchInternalErrors();
await startLanguage();
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
