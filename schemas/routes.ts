/** The route table of api/v1: what the server registers, what the client can call, what the docs list. */
import type { ParameterValues, Route } from "./route.ts";
import { accountRoutes } from "./routes/account.ts";
import { commentRoutes } from "./routes/comments.ts";
import { configurationRoutes } from "./routes/configuration.ts";
import { datasetRoutes } from "./routes/datasets.ts";
import { fileRoutes } from "./routes/files.ts";
import { groupRoutes } from "./routes/groups.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { machineRoutes } from "./routes/machines.ts";
import { resourceRoutes } from "./routes/resources.ts";
import { reviewRoutes } from "./routes/review.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { rpcRoutes } from "./routes/rpc.ts";

export const routes = {
  ...accountRoutes,
  ...fileRoutes,
  ...resourceRoutes,
  ...groupRoutes,
  ...datasetRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...taskRoutes,
  ...webhookRoutes,
  ...jobRoutes,
  ...rpcRoutes,
  ...configurationRoutes,
  ...machineRoutes,
} as const;

export type RouteId = keyof typeof routes;
type Of<Id extends RouteId> = (typeof routes)[Id];

/** The parameters that a caller passes for a route, path parameters included. */
export type ParametersOf<Id extends RouteId> = ParameterValues<Of<Id>["parameters"]>;
export type BodyOf<Id extends RouteId> = NonNullable<Of<Id>["bodyType"]>;
/** The JSON answer of a route. */
export type ReplyOf<Id extends RouteId> = Of<Id> extends Route<infer _P, infer _B, infer Reply> ? Reply : never;

export const routeIds = Object.keys(routes) as RouteId[];
/** A route without its specific types, for code that handles all of them. */
export const routeOf = (id: RouteId): Route => routes[id] as Route;
