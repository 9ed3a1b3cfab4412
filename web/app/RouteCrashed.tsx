/** Shown when a route failed, inside the frame, which stays. */
import { useRouteError } from "react-router";
import { PageCrashed } from "./PageCrashed.tsx";

export function RouteCrashed() {
  return <PageCrashed error={useRouteError()} />;
}
