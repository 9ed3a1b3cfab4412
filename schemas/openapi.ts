/**
 * The route table as an OpenAPI 2.0 document ("Swagger"), which clients of api/v1 use. Parameters are listed as query
 * parameters, where all of them are supported; the description mentions that a form is accepted as well. Source:
 * swagger.io/specification/v2.
 */
import { type Parameter, pathParameters, type Route } from "./route.ts";
import { definitions } from "./json-shape.ts";
import { errorReplyShape } from "./wire/basics.ts";
import { routeIds, routeOf, type RouteId } from "./routes.ts";

export interface OpenApiOptions {
  /** `name:port` under which the caller reaches the server. */
  readonly host: string;
  readonly scheme: "http" | "https";
  /** Release of the api. */
  readonly version: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Descriptions of groups of routes, by the first part of their paths. */
const groupTexts: Readonly<Record<string, string>> = {
  user: "Accounts and sign-in",
  token: "Tokens and sessions",
  api_key: "Keys for scripts",
  system: "The server and its settings",
  collection: "Top-level containers",
  folder: "The tree of folders",
  item: "Contents of folders",
  file: "Uploads and downloads",
  resource: "Several documents at once",
  group: "People who are given rights together",
  dive_dataset: "Datasets, their media and configuration",
  dive_annotation: "Tracks, groups and revisions",
  dive_rpc: "Work on datasets",
  dive_configuration: "What this installation can do",
  job: "Work that takes its time",
  notification: "Events",
  assetstore: "Where files are kept",
  oauth: "Other ways to sign in",
  worker: "Machines that run jobs",
  rabbit_user_queues: "Workers of users",
  bucket_notifications: "News of buckets that others fill",
  describe: "This description",
};

const description = `Path, query and form parameters are one namespace: a parameter that is listed in the query may come in an
urlencoded or multipart form as well. Send the token of a sign-in (GET /user/authentication) in the header Girder-Token.`;

export function openApiDocument({ host, scheme, version }: OpenApiOptions): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const id of routeIds) {
    const route = routeOf(id);
    const path = `/${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(id, route);
  }
  const tags = [...new Set(routeIds.map((id) => tagOf(routeOf(id))))].sort();
  return {
    swagger: "2.0",
    info: {
      title: "Wakeline api/v1",
      description,
      version,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    host,
    basePath: "/api/v1",
    schemes: [scheme],
    tags: tags.map((name) => ({ name, ...(groupTexts[name] === undefined ? {} : { description: groupTexts[name] }) })),
    paths,
    definitions,
    securityDefinitions: {
      token: { type: "apiKey", in: "header", name: "Girder-Token", description: "The token of a sign-in." },
      password: { type: "basic", description: "Only for GET /user/authentication." },
    },
    security: [{ token: [] }],
  };
}

/** The first part of the path. */
export const tagOf = (route: Route): string => route.path.split("/", 1)[0] ?? "";

function operation(id: RouteId, route: Route): Json {
  const inPath = new Set(pathParameters(route.path));
  const parameters: Json[] = Object.entries(route.parameters).map(([name, parameter]) => ({
    name,
    in: inPath.has(name) ? "path" : "query",
    required: parameter.required,
    ...typeOf(parameter),
  }));
  if (route.body === "raw") {
    parameters.push({
      name: "body",
      in: "body",
      description: "The bytes of the file.",
      required: false,
      schema: { type: "string", format: "binary" },
    });
  } else if (route.body !== "none") {
    parameters.push({
      name: "body",
      in: "body",
      description: "A JSON document.",
      required: true,
      schema: route.bodyShape?.schema ?? {},
    });
  }
  return {
    operationId: id.replaceAll(".", "_"),
    tags: [tagOf(route)],
    summary: route.summary,
    description: authText(route),
    parameters,
    consumes: consumes[route.body],
    produces: [route.reply === "json" ? "application/json" : "application/octet-stream"],
    security: securityOf(id, route),
    responses: {
      "200": {
        description: route.reply === "json" ? "A JSON document." : "The bytes.",
        schema: route.reply === "json" ? (route.replyShape?.schema ?? {}) : { type: "file" },
      },
      default: { description: "What went wrong.", schema: errorReplyShape.schema },
    },
  };
}

const consumes: Readonly<Record<Route["body"], readonly string[]>> = {
  none: ["application/x-www-form-urlencoded", "multipart/form-data"],
  json: ["application/json"],
  "large-json": ["application/json"],
  raw: ["application/octet-stream"],
};

/** An empty requirement among others means that they are optional. */
function securityOf(id: RouteId, route: Route): readonly Json[] {
  if (id === "user.login") return [{ password: [] }];
  return route.auth === "public" ? [{}, { token: [] }] : [{ token: [] }];
}

function authText(route: Route): string {
  const who = {
    public: "Anybody may call; access to the documents is checked.",
    user: "For signed-in users; access to the documents is checked.",
    token: "For holders of a valid token.",
    admin: "For administrators of the site.",
  }[route.auth];
  return route.cookie ? `${who} The cookie girderToken counts as well.` : who;
}

function typeOf({ type, fallback }: Parameter): Json {
  const value = fallback === undefined ? {} : { default: fallback };
  switch (type) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return { type, ...value };
    case "object":
    case "array":
    case "json":
      return {
        type: "string",
        format: "json",
        description: type === "json" ? "JSON text." : `JSON text of an ${type}.`,
      };
    default:
      return { type: "string", enum: type, ...value };
  }
}
