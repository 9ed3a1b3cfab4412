/** Navigates between addresses, and publishes the current one. */
import { createBrowserRouter } from "react-router";
import { session } from "../api/session.ts";
import { setNavigation } from "../ui/page/navigation.ts";
import { forgetWanted, isAtLogin, isLoginPath, loginPath } from "./entrance.ts";
import { reportPage } from "./reports.ts";
import { routes } from "./routes.tsx";

/** Created on first use, which is after old links were translated. */
export const router = createBrowserRouter(routes);

setNavigation((path) => void router.navigate(path));

let shown = location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== shown) {
    reportPage();
    if (isLoginPath(pathname)) forgetWanted();
  }
  shown = pathname;
  isAtLogin.value = isLoginPath(pathname);
  // Going back to a page after logging out requires a log-in.
  if (!isLoginPath(pathname) && session.peek().state === "anonymous")
    void router.navigate(loginPath, { replace: true });
});
