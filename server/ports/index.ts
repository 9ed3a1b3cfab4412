/** Everything the services need from the outside world. */
import type { AnnotationRenderer } from "./annotation-renderer.ts";
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
import type { PackStore } from "./pack-store.ts";
import type { PasswordDirectory } from "./password-directory.ts";
import type { PipelineEngine } from "./pipeline-engine.ts";
import type { TrainingEngine } from "./training-engine.ts";
import type { UrlFetcher } from "./url-fetcher.ts";
import type { VideoConverter } from "./video-converter.ts";
import type { VideoProbe } from "./video-probe.ts";

export interface Ports {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Places whose media are read in place, without storing them. */
  readonly mediaSources: MediaSources;
  /** Images of annotation sets that clients have requested. */
  readonly annotationImages: ByteCache;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The only way to call a URL that a user entered. */
  readonly urls: UrlFetcher;
  readonly imageDecoder: ImageDecoder;
  readonly largeImages: LargeImages;
  readonly videoProbe: VideoProbe;
  /** If several have a pipeline of the same name, the first one runs it. */
  readonly pipelineEngines: readonly PipelineEngine[];
  /** If several have a configuration of the same name, the first one trains. */
  readonly trainingEngines: readonly TrainingEngine[];
  /** Absent if there is no folder for pipelines. */
  readonly addons?: AddonStore;
  /** Absent if there is no folder for pipelines. */
  readonly packs?: PackStore;
  /** Absent if users sign in only with local accounts. */
  readonly identityProvider?: IdentityProvider;
  /** Absent if only the site checks passwords. */
  readonly passwordDirectory?: PasswordDirectory;
  /** Absent if the site sends no mail. */
  readonly mailer?: Mailer;
  /** Absent if ffmpeg is not available. */
  readonly videoConverter?: VideoConverter;
  /** Absent: there is no ffmpeg. */
  readonly annotationRenderer?: AnnotationRenderer;
}
