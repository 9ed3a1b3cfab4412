/** The documentation page that lists the routes, as text. */
import { errorCodes } from "../error-codes.ts";
import type { Parameter, Route } from "../route.ts";
import { pathParameters } from "../route.ts";
import { accountRoutes } from "../routes/account.ts";
import { commentRoutes } from "../routes/comments.ts";
import { configurationRoutes } from "../routes/configuration.ts";
import { datasetRoutes } from "../routes/datasets.ts";
import { fileRoutes } from "../routes/files.ts";
import { groupRoutes } from "../routes/groups.ts";
import { jobRoutes } from "../routes/jobs.ts";
import { machineRoutes } from "../routes/machines.ts";
import { resourceRoutes } from "../routes/resources.ts";
import { reviewRoutes } from "../routes/review.ts";
import { taskRoutes } from "../routes/tasks.ts";
import { webhookRoutes } from "../routes/webhooks.ts";
import { rpcRoutes } from "../routes/rpc.ts";
import { routeIds, type RouteId } from "../routes.ts";

/** The groups of `../routes.ts`; together they must cover all of it. */
const chapters: readonly (readonly [title: string, routes: Readonly<Partial<Record<RouteId, Route>>>])[] = [
  ["Users, sign-in, the server", accountRoutes],
  ["Collections, folders, items, files", fileRoutes],
  ["Several documents at once", resourceRoutes],
  ["Groups and keys", groupRoutes],
  ["Datasets and annotations", datasetRoutes],
  ["Review", reviewRoutes],
  ["Comments", commentRoutes],
  ["Tasks", taskRoutes],
  ["Webhooks", webhookRoutes],
  ["Work on datasets, tiles of large images", rpcRoutes],
  ["Jobs and events", jobRoutes],
  ["What the site can do", configurationRoutes],
  ["Storage, workers, brokers", machineRoutes],
];

const head = `<!-- Generated from schemas/routes by \`npm run generate\`: do not edit. -->

# Routes of api/v1

Every call is below \`/api/v1/\` (and \`/girder/api/v1/\`). Path, query and form parameters are one namespace: a parameter
may come in any of the three. A name in **bold** is required; \`=value\` is what holds without it; \`json\` means JSON text.

- **Who** may call: *public* anybody, *user* a signed-in user, *token* any valid token, *admin* a site administrator.
  Access to the folder or dataset itself is checked too. The token goes into the header \`Girder-Token\` or the parameter
  \`token\`; where *cookie* is added, the cookie \`girderToken\` counts as well.
- **Body** *json* is a JSON document, *raw* are bytes; without it parameters may come as a form. An answer is JSON unless it
  says *file*.
- An error is \`{"message", "type", "code"?, "field"?}\` with 400, 401 (no one is signed in), 403 (access denied), 409
  (conflict). The message is for people; programs look at the status and at \`code\`:

| code | means |
|---|---|
${Object.entries(errorCodes)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join("\n")}
`;

/** @throws Error that names the routes that are in no chapter */
export function routeDocsText(): string {
  const listed = new Set(chapters.flatMap(([, routes]) => Object.keys(routes)));
  const forgotten = routeIds.filter((id) => !listed.has(id));
  if (forgotten.length > 0) throw new Error(`routes that no chapter lists: ${forgotten.join(", ")}`);
  return [head, ...chapters.map(([title, routes]) => chapterText(title, routes))].join("\n");
}

function chapterText(title: string, routes: Readonly<Partial<Record<RouteId, Route>>>): string {
  const rows = Object.values(routes).map((route) => `| ${rowCells(route).join(" | ")} |`);
  return [
    `## ${title}`,
    "",
    "| call | who | parameters | body, answer | what it does |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function rowCells(route: Route): string[] {
  const inPath = new Set(pathParameters(route.path));
  const parameters = Object.entries(route.parameters)
    .filter(([name]) => !inPath.has(name))
    .map(([name, parameter]) => parameterText(name, parameter));
  const transfer = [route.body === "none" ? "" : `body ${route.body}`, route.reply === "raw" ? "file" : ""];
  return [
    `\`${route.method} ${route.path}\``,
    route.cookie ? `${route.auth}, cookie` : route.auth,
    parameters.join(", "),
    transfer.filter((part) => part !== "").join(", "),
    route.summary,
  ];
}

function parameterText(name: string, { type, required, fallback }: Parameter): string {
  const kind = typeof type === "string" ? typeNames[type] : type.map((value) => `\`${value}\``).join(" or ");
  const value = fallback === undefined || fallback === "" ? "" : ` \`=${String(fallback)}\``;
  return `${required ? `**${name}**` : name}${value}${kind === undefined ? "" : ` (${kind})`}`;
}

/** The type `text` is not named. */
const typeNames: Readonly<Record<string, string | undefined>> = {
  integer: "integer",
  number: "number",
  boolean: "true or false",
  object: "json object",
  array: "json array",
  json: "json",
};
