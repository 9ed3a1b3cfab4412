/** All services of a server, wired together: each folder's `<noun>-services.ts` has those of one subject. */
import type { Ports } from "../ports/index.ts";
import { type AccessServices, createAccessServices } from "./access/access-services.ts";
import { type AccountOptions, type AccountServices, createAccountServices } from "./accounts/account-services.ts";
import { PasswordWork } from "./accounts/password-work/password-work.ts";
import { type AnnotationServices, createAnnotationServices } from "./annotations/annotation-services.ts";
import { AnnotationWork } from "./annotations/annotation-work/annotation-work.ts";
import { createDatasetServices, type DatasetServices } from "./datasets/dataset-services.ts";
import { createJobServices, type JobServices } from "./jobs/job-services.ts";
import { createMediaServices, type MediaServices } from "./media/media-services.ts";
import type { ArchiveLimits } from "./postprocess/postprocess.service.ts";
import { createPostprocessServices, type PostprocessServices } from "./postprocess/postprocess-services.ts";
import { createRpcServices, type RpcServices } from "./rpc/rpc-services.ts";
import { ConfigurationService } from "./site/configuration.service.ts";
import { DatasetMessages } from "./site/dataset-messages.ts";
import { NotificationService } from "./site/notification.service.ts";
import { type SettingDefaults, SettingService } from "./site/setting.service.ts";
import { createSiteServices, type SiteOptions, type SiteServices } from "./site/site-services.ts";
import { ResourceService } from "./tree/resource.service.ts";
import { createTreeServices, type TreeServices } from "./tree/tree-services.ts";
import type { UploadLimits } from "./tree/upload.service.ts";

export interface Services
  extends
    AccessServices,
    TreeServices,
    AccountServices,
    MediaServices,
    AnnotationServices,
    DatasetServices,
    JobServices,
    PostprocessServices,
    RpcServices,
    SiteServices {
  /** Documents of any kind. */
  readonly resources: ResourceService;
  /** Ends running jobs and the threads of the services. */
  close(): Promise<void>;
}

export interface ServiceOptions extends AccountOptions, SiteOptions {
  readonly settings: SettingDefaults;
  readonly limits: UploadLimits & ArchiveLimits;
}

export function createServices(ports: Ports, options: ServiceOptions): Services {
  const { limits } = options;
  const work = new AnnotationWork();
  const passwords = new PasswordWork();
  const access = createAccessServices(ports);
  const settings = new SettingService(ports, options.settings);
  const messages = new DatasetMessages(ports, access.access);
  const notifications = new NotificationService(ports, { settings, messages });
  const base = { ...access, messages, notifications, passwords, settings, work };

  const tree = createTreeServices(ports, base, limits);
  const accounts = createAccountServices(ports, { ...base, ...tree }, options);
  const media = createMediaServices(ports, base.access);
  const annotations = createAnnotationServices(ports, { ...base, ...media });
  const datasets = createDatasetServices(ports, { ...base, ...tree, ...media, ...annotations });

  const jobs = createJobServices(ports, { ...base, ...accounts });
  const registry = jobs.jobRegistry;
  const configuration = new ConfigurationService(ports, registry);
  const postprocess = createPostprocessServices(ports, { ...base, ...tree, ...annotations }, registry, limits);
  const forRpc = { ...base, ...tree, ...media, ...datasets, ...jobs, ...postprocess, configuration };
  const rpc = createRpcServices(ports, forRpc, registry);
  jobs.registerKinds({ ...forRpc, ...annotations, ...rpc, limits, ports, registry });

  const forSite = { ...base, ...tree, ...accounts, ...annotations, ...jobs, configuration };
  const site = createSiteServices(ports, forSite, options);
  const services = {
    ...access,
    ...tree,
    ...accounts,
    ...media,
    ...annotations,
    ...datasets,
    ...jobs,
    ...postprocess,
    ...rpc,
    ...site,
  };
  return {
    ...services,
    resources: new ResourceService(ports, services),
    close: async () => {
      const closing = new AsyncDisposableStack();
      const { accountRecovery, users } = accounts;
      // The last one first.
      for (const part of [passwords, work, annotations.annotationImages, jobs.localJobs, accountRecovery, users]) {
        closing.defer(() => part.close());
      }
      await closing.disposeAsync();
    },
  };
}
