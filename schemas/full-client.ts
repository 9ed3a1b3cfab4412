/** A client that knows all routes from the start. The pages of the web application load most of them later. */
import { type ApiClient, type ClientOptions, createClientOf } from "./client.ts";
import { clientRoutes } from "./generated/client-routes.ts";

export const createClient = (options: ClientOptions): ApiClient => createClientOf({ lines: clientRoutes }, options);
