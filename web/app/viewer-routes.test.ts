import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { viewerPath } from "../viewer/open/viewer-path.ts";
import { viewerRoutes } from "./viewer-routes.ts";

test("[V-ROUTE-03, V-ROUTE-04, V-ROUTE-05, V-ROUTE-06, the names] each address is of the route with its name", () => {
  const routes = Object.entries(viewerRoutes).map(([id, path]) => ({ id, path }));
  const matched = (place: Parameters<typeof viewerPath>[0]) => {
    const [match] = matchRoutes(routes, viewerPath(place)) ?? [];
    return [match?.route.id, match?.params];
  };
  expect(matched({ datasetId: "d" })).toEqual(["viewer", { id: "d" }]);
  expect(matched({ datasetId: "d", setName: "a b" })).toEqual(["set viewer", { id: "d", set: "a b" }]);
  expect(matched({ datasetId: "d", revision: 3 })).toEqual(["revision viewer", { id: "d", revision: "3" }]);
  expect(matched({ datasetId: "d", setName: "a b", revision: 3 })).toEqual([
    "revision set viewer",
    { id: "d", set: "a b", revision: "3" },
  ]);
});
