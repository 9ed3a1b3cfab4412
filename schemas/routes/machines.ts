/** Storage, workers, brokers and buckets: what other machines do for a site (api-v1 sections 4.4, 5 and 17.4). */
import { assetstoreShape, fileShape, jobShape } from "../wire.ts";
import { p, route } from "../route.ts";
import { anyShape, listOf, mapOf, nullShape, textShape } from "../json-shape.ts";

const id = p.need.text();
const location = {
  type: p.integer(),
  root: p.text(),
  bucket: p.text(),
  prefix: p.text(),
  service: p.text(),
  region: p.text(),
} as const;
const place = { name: p.text(), ...location, current: p.boolean() } as const;
/** Of a bucket. */
const reading = { credentials: p.text(), sign: p.boolean() } as const;

export const machineRoutes = {
  "assetstore.list": route(listOf(assetstoreShape))("GET", "assetstore", {
    auth: "admin",
    summary:
      "Where the bytes of files are: the site's own storage, and media sources, whose files are used where they are.",
    parameters: { limit: p.integer(50), offset: p.integer(0) },
  }),
  "assetstore.get": route(assetstoreShape)("GET", "assetstore/:id", {
    auth: "admin",
    summary: "One storage: that of the site, or a media source.",
    parameters: { id },
  }),
  "assetstore.files": route(listOf(fileShape))("GET", "assetstore/:id/files", {
    auth: "admin",
    summary: "Its files, oldest first; of the site's own storage all but links; Girder-Total-Count.",
    parameters: { id, limit: p.integer(50), offset: p.integer(0), sort: p.text("_id"), sortdir: p.integer(1) },
  }),
  "assetstore.create": route(assetstoreShape)("POST", "assetstore", {
    auth: "admin",
    summary: "Registers a folder of the server (type 0, root) or a bucket (type 2) as a media source.",
    parameters: place,
  }),
  "assetstore.update": route(assetstoreShape)("PUT", "assetstore/:id", {
    auth: "admin",
    summary:
      "Renames a media source, or says where its files are now; what is left out stays. `credentials`: name of keys in the environment of the server; `sign`: whether browsers may read the bucket themselves. `checkJob` in the answer compares what is there with the datasets.",
    parameters: { id, ...place, ...reading },
  }),
  "assetstore.delete": route(nullShape)("DELETE", "assetstore/:id", {
    auth: "admin",
    summary: "Forgets a media source, once no dataset has files in it.",
    parameters: { id },
  }),
  "assetstore.import": route(jobShape)("POST", "assetstore/:id/import", {
    auth: "admin",
    summary:
      "Makes datasets of a media source, where it is; asked again, adds what is new; dryRun: only says so in the log. Answers with the job.",
    parameters: {
      id,
      importPath: p.text(),
      destinationId: p.text(),
      destinationType: p.oneOf(["folder", "collection", "user"]),
      progress: p.boolean(false),
      dryRun: p.boolean(false),
      leafFoldersAsItems: p.boolean(false),
      fileIncludeRegex: p.text(),
      fileExcludeRegex: p.text(),
    },
  }),
  "assetstore.check": route(jobShape)("POST", "assetstore/:id/check", {
    auth: "admin",
    summary:
      "Compares a media source with the datasets made of it: the job's log and the datasets say what is gone and changed, the log what is new. With a place, credentials or sign as in a change: a dry run of it, which notes nothing. Answers with the job.",
    parameters: { id, ...location, ...reading },
  }),
  "oauth.providers": route(anyShape)("GET", "oauth/provider", {
    auth: "public",
    summary:
      "Other ways to sign in: where a browser begins each, by name or as a list. `redirect`: an address of the site that the browser comes back to, with the token in place of `{girderToken}`.",
    parameters: { redirect: p.text(), list: p.boolean(false) },
  }),
  "oauth.login": route<never>()("GET", "oauth/:provider/login", {
    auth: "public",
    reply: "raw",
    summary: "Sends a browser to the identity provider, to sign in there.",
    parameters: { provider: p.need.text(), redirect: p.text() },
  }),
  "oauth.logout": route<never>()("GET", "oauth/:provider/logout", {
    auth: "public",
    reply: "raw",
    summary: "Sends a browser to the identity provider, to sign out there as well.",
    parameters: { provider: p.need.text() },
  }),
  "oauth.callback": route<never>()("GET", "oauth/:provider/callback", {
    auth: "public",
    reply: "raw",
    summary:
      "Where the identity provider sends a browser back to: it signs in here, or learns on the log-in page why not.",
    parameters: { provider: p.need.text(), state: p.text(), code: p.text(), error: p.text() },
  }),
  "worker.status": route(mapOf(nullShape))("GET", "worker/status", {
    auth: "user",
    summary: "What workers report: null while none is connected.",
  }),
  "userQueue.credentials": route<never>()("POST", "rabbit_user_queues/user/:id", {
    auth: "user",
    summary: "What a user's own worker connects with; 503 while there is no broker.",
    parameters: { id, force: p.boolean(false) },
  }),
  "userQueue.ping": route<never>()("GET", "rabbit_user_queues/ping", {
    auth: "admin",
    summary: "What the broker says about itself; 503 while there is none.",
  }),
  "bucketNotification.route": route<never, { folderId: string }>()("POST", "bucket_notifications/routing/:id", {
    auth: "admin",
    summary: "Refused: the server reads no files from buckets that others fill.",
    parameters: { id },
    body: "json",
  }),
  "bucketNotification.list": route(listOf(anyShape))("GET", "bucket_notifications/gcs", {
    auth: "user",
    summary: "News of buckets that were kept: none.",
    parameters: {
      limit: p.integer(50),
      offset: p.integer(0),
      sort: p.text("publishTime"),
      sortdir: p.integer(-1),
    },
  }),
  "bucketNotification.receive": route(textShape)("POST", "bucket_notifications/gcs", {
    auth: "public",
    summary: "Takes news of a bucket and does nothing with it, so that the sender does not send it again.",
  }),
} as const;
