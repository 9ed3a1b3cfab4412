/** All addresses of the application by name. Pages are loaded when first opened. */
import { Navigate } from "react-router";
import type { RouteObject } from "react-router";
import { loadTexts } from "../base/texts/index.ts";
import type { Part } from "../base/texts/parts.ts";
import { PageNotFound } from "../ui/page/PageNotFound.tsx";
import { loginPath } from "./entrance.ts";
import { inLanguage } from "./in-language.tsx";
import { RouteCrashed } from "./RouteCrashed.tsx";
import { viewerRoutes } from "./viewer-routes.ts";

type Page = { readonly default: React.ComponentType };

/** A page with its texts, re-rendered when the language changes. */
const lazyPage =
  (load: () => Promise<Page>, ...texts: readonly Part[]) =>
  async () => {
    const [page] = await Promise.all([load(), loadTexts("pages", ...texts)]);
    return { Component: inLanguage(page.default) };
  };

const browser = lazyPage(() => import("../data/browser/BrowserPage.tsx"));
const viewer = lazyPage(() => import("../viewer/ViewerPage.tsx"), "commands", "viewer");

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteCrashed,
    HydrateFallback: () => null,
    children: [
      // Outside of the router: this address shows the log-in page instead of it.
      { id: "login", path: loginPath, element: null },
      {
        lazy: lazyPage(() => import("./SignedIn.tsx")),
        children: [
          ...Object.entries(viewerRoutes).map(([id, path]) => ({ id, path, lazy: viewer })),
          {
            lazy: lazyPage(() => import("./ShellLayout.tsx")),
            ErrorBoundary: RouteCrashed,
            children: [
              {
                id: "account",
                path: "/account",
                lazy: lazyPage(() => import("../data/account/AccountPage.tsx"), "account"),
              },
              { id: "jobs", path: "/jobs", lazy: lazyPage(() => import("../data/jobs/JobsPage.tsx")) },
              {
                id: "models",
                path: "/trained-models",
                lazy: lazyPage(() => import("../data/models/ModelsPage.tsx")),
              },
              {
                id: "review",
                path: "/review",
                lazy: lazyPage(() => import("../data/review/ReviewPage.tsx"), "review"),
              },
              {
                id: "scoring",
                path: "/scoring",
                lazy: lazyPage(() => import("../data/scoring/ScoringPage.tsx"), "scoring", "summary"),
              },
              {
                id: "admin",
                path: "/admin/:tab?",
                lazy: lazyPage(() => import("../data/admin/AdminPage.tsx"), "admin"),
              },
              { id: "guide", path: "/user-guide/:page?", lazy: lazyPage(() => import("./GuidePage.tsx"), "commands") },
              {
                lazy: lazyPage(() => import("../data/DataLayout.tsx")),
                children: [
                  {
                    id: "work",
                    path: "/my-work",
                    lazy: lazyPage(() => import("../data/work/WorkPage.tsx"), "tasks"),
                  },
                  { id: "shared", path: "/shared", lazy: lazyPage(() => import("../data/shared/SharedPage.tsx")) },
                  {
                    id: "summary",
                    path: "/summary",
                    lazy: lazyPage(() => import("../data/summary/SummaryPage.tsx"), "summary"),
                  },
                  { id: "trash", path: "/trash", lazy: lazyPage(() => import("../data/trash/TrashPage.tsx")) },
                  // Without a type it is the user's own directory.
                  { id: "home", path: "/:routeType?/:routeId?", lazy: browser },
                ],
              },
              { path: "*", Component: PageNotFound },
            ],
          },
        ],
      },
      { path: "/index.html", element: <Navigate to="/" replace /> },
    ],
  },
];
