/** Everything that the services need from the outside world. */
import type { AddonStore } from "./addon-store.ts";
import type { BlobStore } from "./blob-store.ts";
import type { ByteCache } from "./byte-cache.ts";
import type { Clock, Ids } from "./clock.ts";
import type { Database } from "./database.ts";
import type { EventBus } from "./event-bus.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import type { ImageDecoder } from "./image-decoder.ts";
import type { LargeImages } from "./large-image.ts";
import type { Mailer } from "./mailer.ts";
import type { MediaSources } from "./media-source.ts";
import type { PipelineEngine } from "./pipeline-engine.ts";
import type { TrainingEngine } from "./training-engine.ts";
import type { UrlFetcher } from "./url-fetcher.ts";
import type { VideoConverter } from "./video-converter.ts";
import type { VideoProbe } from "./video-probe.ts";

export interface Ports {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Places that media are read from without storing them. */
  readonly mediaSources: MediaSources;
  /** Images of annotations that were asked for. */
  readonly annotationImages: ByteCache;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The only way to call an address that a user gave. */
  readonly urls: UrlFetcher;
  readonly imageDecoder: ImageDecoder;
  readonly largeImages: LargeImages;
  readonly videoProbe: VideoProbe;
  /** Where two have a pipeline of one name, the first one runs it. */
  readonly pipelineEngines: readonly PipelineEngine[];
  /** Where two have a configuration of one name, the first one trains. */
  readonly trainingEngines: readonly TrainingEngine[];
  /** Absent where there is no folder of pipelines. */
  readonly addons?: AddonStore;
  /** Absent where people sign in here only. */
  readonly identityProvider?: IdentityProvider;
  /** Absent where the site sends no mail. */
  readonly mailer?: Mailer;
  /** Absent where there is no ffmpeg. */
  readonly videoConverter?: VideoConverter;
}
