/** `system/*` and `describe`: facts about this server, and its settings. */
import { openApiDocument } from "#schemas/openapi";
import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import type { AccessServices } from "../../services/access/access-services.ts";
import type { SiteServices } from "../../services/site/site-services.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage } from "./paging.ts";
import { readTexts } from "./text-list.ts";
import { wireDate, wireUpload } from "./wire.ts";

/** The implemented release of the API; its Python client sends small files in one call only from 2.3 on. */
const apiRelease = "5.0.14";

const startedMs = Date.now();

export function registerSystemRoutes(
  register: RegisterRoute,
  {
    audit,
    health,
    settings,
    system,
  }: Pick<AccessServices, "audit"> & Pick<SiteServices, "health" | "settings" | "system">,
): void {
  register("system.version", async () => ({ release: apiRelease, serverStartDate: wireDate(startedMs) }));
  register("describe.get", async ({ request }) =>
    openApiDocument({
      host: request.host,
      scheme: request.protocol === "https" ? "https" : "http",
      version: apiRelease,
    }),
  );
  register("system.publicSettings", async () => await settings.publicSettings());

  register("system.setting", async ({ actor, parameters: { key, list } }) => {
    if (list === undefined) return await settings.get(actor, requireKey(key));
    const keys = readTexts("list", list);
    return Object.fromEntries(await Promise.all(keys.map(async (one) => [one, await settings.get(actor, one)])));
  });
  register("system.setSetting", async ({ actor, parameters: { key, value, list } }) => {
    const values =
      list === undefined ? [{ key: requireKey(key), value: readValue(value) }] : list.map((entry) => readEntry(entry));
    await settings.set(actor, values);
    return true;
  });
  register("system.deleteSetting", async ({ actor, parameters: { key } }) => {
    await settings.set(actor, [{ key, value: null }]);
    return true;
  });
  register("system.collectionCreationAccess", async () => await settings.collectionCreators());

  register("system.accessFlags", async () => ({}));
  register("system.plugins", async () => ({ all: {}, loaded: [] }));
  register("system.configuration", async ({ actor, parameters: { key } }) => {
    const facts = system.facts(actor);
    return key === undefined ? facts : (facts[key] ?? null);
  });
  register("system.uploads", async ({ actor, parameters }) => {
    const uploads = await system.uploads(actor, parameters);
    const { limit, offset } = readPage(parameters);
    return uploads.slice(offset, limit === 0 ? undefined : offset + limit).map(wireUpload);
  });
  register("system.discardUploads", async ({ actor, parameters }) =>
    (await system.discardUploads(actor, parameters)).map(wireUpload),
  );
  register("system.health", async ({ actor }) => {
    const { startedMs: since, versions, queues, workers, ...rest } = await health.look(actor);
    return {
      ...rest,
      started: wireDate(since),
      versions: { ...versions, api: apiRelease },
      queues: queues.map(({ oldestMs, ...queue }) => ({
        ...queue,
        oldest: oldestMs === null ? null : wireDate(oldestMs),
      })),
      workers: workers.map(({ name, queues: served }) => ({ name, queues: [...served] })),
    };
  });
  register("system.audit", async ({ actor, parameters, reply }) => {
    const { area, text } = parameters;
    const page = await audit.list(actor, { ...readPage(parameters), ...defined({ area, text }) });
    const wire = page.rows.map(({ id, createdMs, changes, ...entry }) => ({
      ...entry,
      _id: id,
      created: wireDate(createdMs),
      changes: changes.map((change) => ({ ...change })),
    }));
    return sendPaged(reply, page.total, wire);
  });
  register("system.check", async ({ actor, parameters: { mode = "basic" } }) => {
    const basic = { bootTime: startedMs / 1000, currentTime: Date.now() / 1000, status: "ok" };
    return mode === "basic" ? basic : { ...basic, ...(await system.check(actor, mode === "slow")) };
  });
}

function requireKey(key: string | undefined): string {
  if (key === undefined) throw new RequestError('Parameter "key" is required.');
  return key;
}

/** Parsed if it is JSON, else the text itself. */
function readValue(text: string | undefined): unknown {
  if (text === undefined) throw new RequestError('Parameter "value" is required.');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function readEntry(entry: unknown): { key: string; value: unknown } {
  const { key, value } = (typeof entry === "object" && entry !== null ? entry : {}) as {
    key?: unknown;
    value?: unknown;
  };
  if (typeof key !== "string") throw new RequestError("Parameter list must be a list of objects with key and value.");
  return { key, value: typeof value === "string" ? readValue(value) : (value ?? null) };
}
