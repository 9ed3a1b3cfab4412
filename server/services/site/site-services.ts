/** The installation: its settings, its health, and what it tells its users and other systems. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { TokenService } from "../accounts/token.service.ts";
import type { StagedRevisions } from "../annotations/staged-revisions.ts";
import type { RunningJobs } from "../jobs/running-jobs.ts";
import type { TrashService } from "../tree/trash.service.ts";
import type { UploadService } from "../tree/upload.service.ts";
import type { ConfigurationService } from "./configuration.service.ts";
import { ConsistencyService } from "./consistency.service.ts";
import { type HealthFacts, HealthService } from "./health.service.ts";
import { MachineService } from "./machine.service.ts";
import type { NotificationService } from "./notification.service.ts";
import { PackService } from "./pack.service.ts";
import type { SettingService } from "./setting.service.ts";
import { StatisticsService } from "./statistics.service.ts";
import { SweepService } from "./sweep.service.ts";
import { SystemService } from "./system.service.ts";
import { WebhookSender } from "./webhook-sender.ts";
import { WebhookService } from "./webhook.service.ts";

export interface SiteServices {
  readonly configuration: ConfigurationService;
  readonly consistency: ConsistencyService;
  readonly health: HealthService;
  readonly machines: MachineService;
  readonly notifications: NotificationService;
  readonly packs: PackService;
  readonly settings: SettingService;
  readonly statistics: StatisticsService;
  readonly sweep: SweepService;
  readonly system: SystemService;
  readonly webhooks: WebhookService;
  /** Not started: each server starts one. */
  createWebhookSender(onFault: (error: unknown) => void): WebhookSender;
}

export interface SiteOptions {
  /** How the server was started, for administrators; without secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly health: HealthFacts;
}

interface Deps extends Pick<SiteServices, "configuration" | "notifications" | "settings"> {
  readonly access: AccessService;
  readonly stagedRevisions: StagedRevisions;
  readonly runningJobs: RunningJobs;
  readonly tokens: TokenService;
  readonly trash: TrashService;
  readonly uploads: UploadService;
}

/** @param deps with the site's services that others need, and which therefore exist before */
export function createSiteServices(ports: Ports, deps: Deps, { facts, health }: SiteOptions): SiteServices {
  const { access, configuration, notifications, runningJobs, settings, stagedRevisions, tokens, trash, uploads } = deps;
  return {
    configuration,
    consistency: new ConsistencyService(ports),
    health: new HealthService(ports, health),
    machines: new MachineService(access),
    notifications,
    packs: new PackService(ports),
    settings,
    statistics: new StatisticsService(ports),
    sweep: new SweepService(ports, { stagedRevisions, runningJobs, notifications, tokens, trash, uploads }),
    system: new SystemService(ports, uploads, facts),
    webhooks: new WebhookService(ports, access),
    createWebhookSender: (onFault) => new WebhookSender(ports, access, onFault),
  };
}
