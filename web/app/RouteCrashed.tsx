/** A route that failed: as any page that does, without the frame around it having to go. */
import { useRouteError } from "react-router";
import { PageCrashed } from "./PageCrashed.tsx";

export function RouteCrashed() {
  return <PageCrashed error={useRouteError()} />;
}
