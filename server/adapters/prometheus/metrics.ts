/**
 * Counters and timings of one server, for Prometheus. Labels have few values: route templates and names of operations;
 * never a name, an id or an address.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import type { Observer } from "../../ports/observer.ts";

/** Receives what a server counts. */
export interface Metrics {
  readonly observer: Observer;
  /** Media type of `text`. */
  readonly contentType: string;
  requestBegan(): void;
  /** @param route its template, `/api/v1/folder/:id` */
  requestEnded(method: string, route: string, status: number, seconds: number): void;
  /** All metrics as text. */
  text(): Promise<string>;
}

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const storageBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

export function createMetrics(): Metrics {
  // Not the registry of the process: tests run several servers in one process.
  const registry = new Registry();
  const registers = [registry];
  // Memory, handles, open files, garbage collections, and how long the event loop was blocked since the last scrape.
  collectDefaultMetrics({ register: registry });
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[] = []): Counter<T> =>
    new Counter({ name: `wakeline_${name}`, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, buckets: number[], labelNames: readonly T[]) =>
    new Histogram({ name: `wakeline_${name}`, help, buckets, labelNames, registers });

  const requests = histogram(
    "http_request_duration_seconds",
    "Requests until the last byte of the answer.",
    requestBuckets,
    ["method", "route", "status"],
  );
  const inFlight = new Gauge({ name: "wakeline_http_requests_in_flight", help: "Requests being answered.", registers });
  const storage = {
    database: histogram("database_seconds", "Calls to the database.", storageBuckets, ["operation"]),
    blobs: histogram("blob_seconds", "Calls to the file storage.", storageBuckets, ["operation"]),
  };
  const failures = counter("storage_failures_total", "Calls to database or file storage that failed.", ["part"]);
  const revisions = counter("revisions_total", "Committed revisions of annotations.", ["kind"]);
  const records = counter("annotation_records_total", "Tracks and groups of these revisions.", ["change"]);
  const received = counter("upload_bytes_total", "Bytes of uploads that were stored.");
  const files = counter("files_total", "Files that were stored or linked.");

  return {
    contentType: registry.contentType,
    requestBegan: () => inFlight.inc(),
    requestEnded: (method, route, status, seconds) => {
      inFlight.dec();
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    text: () => registry.metrics(),
    observer: {
      storageCall: (part, operation, seconds, ok) => {
        storage[part].observe({ operation }, seconds);
        if (!ok) failures.inc({ part });
      },
      revision: (kind, additions, deletions) => {
        revisions.inc({ kind });
        records.inc({ change: "added" }, additions);
        records.inc({ change: "ended" }, deletions);
      },
      received: (bytes) => received.inc(bytes),
      file: () => files.inc(),
    },
  };
}
