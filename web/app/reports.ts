/**
 * Reports unhandled errors and page views to the service that a site configures (`WAKELINE_REPORT_URL`). On localhost,
 * or without a service, nothing is sent. Ids, names and queries are never sent.
 */

/** The JSON that is sent. */
export interface Report {
  readonly kind: "error" | "page";
  /** Path of the page without ids: `/viewer/…`. */
  readonly page: string;
  /** ISO 8601. */
  readonly time: string;
  /** For an error: its message and, if available, its stack. */
  readonly message?: string;
  readonly stack?: string;
}

let service: string | undefined;

const localHosts = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** @param url of the service; empty or missing: none */
export function startReports(url: unknown, host: string = location.hostname): void {
  service = typeof url === "string" && url !== "" && !localHosts.test(host) ? url : undefined;
}

export function reportError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  send({ kind: "error", message, ...(stack !== undefined && { stack }) });
}

export function reportPage(): void {
  send({ kind: "page" });
}

/** Keeps the words of our own addresses; what follows them identifies a user's data. */
function pageOf(path: string): string {
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
  return rest.length === 0 ? `/${first}` : `/${first}/…`;
}

function send(what: Omit<Report, "page" | "time">): void {
  if (service === undefined) return;
  const report: Report = { ...what, page: pageOf(location.pathname), time: new Date().toISOString() };
  // As plain text and without reading the response, so that the service needs no CORS configuration.
  void fetch(service, {
    method: "POST",
    mode: "no-cors",
    credentials: "omit",
    keepalive: true,
    body: JSON.stringify(report),
  }).catch(() => undefined);
}
