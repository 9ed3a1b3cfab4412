/**
 * Reports unhandled errors and page views to the service that a site names (`WAKELINE_REPORT_URL`). On localhost, and
 * when no service is named, nothing is sent. Ids, names and queries stay here.
 */

/** What is sent, as JSON. */
export interface Report {
  readonly kind: "error" | "page";
  /** Path of the page without what it is about: `/viewer/…`. */
  readonly page: string;
  /** ISO 8601. */
  readonly time: string;
  /** Of an error: its message and, where there is one, its stack. */
  readonly message?: string;
  readonly stack?: string;
}

let service: string | undefined;

const localHosts = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** @param url of the service; empty or missing: there is none */
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

/** Words of our own addresses are kept; what follows them names a user's data. */
function pageOf(path: string): string {
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
  return rest.length === 0 ? `/${first}` : `/${first}/…`;
}

function send(what: Omit<Report, "page" | "time">): void {
  if (service === undefined) return;
  const report: Report = { ...what, page: pageOf(location.pathname), time: new Date().toISOString() };
  // As plain text and without an answer, so that the service needs no rules for other origins.
  void fetch(service, {
    method: "POST",
    mode: "no-cors",
    credentials: "omit",
    keepalive: true,
    body: JSON.stringify(report),
  }).catch(() => undefined);
}
