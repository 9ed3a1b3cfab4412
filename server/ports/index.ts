/** Everything that the services need from the outside world. */
import type { BlobStore } from "./blob-store.ts";
import type { Clock, Ids } from "./clock.ts";
import type { Database } from "./database.ts";
import type { EventBus } from "./event-bus.ts";
import type { VideoProbe } from "./video-probe.ts";

export interface Ports {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly videoProbe: VideoProbe;
}
