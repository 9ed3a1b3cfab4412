/** Describes an audit entry's changes in words: the server stores field names. */
import type { AuditEntry, BrandData } from "#schemas/wire";
import { accentOf } from "../../api/site.ts";
import { t, type TextKey } from "../../base/texts/index.ts";

type Area = AuditEntry["area"];
type Words = Readonly<Record<string, TextKey>>;

/** Settings are named as on the settings page. */
const settings = {
  "core.registration_policy": "site.settings.registration",
  "core.enable_password_login": "site.settings.passwordLogin",
  "core.cookie_lifetime": "site.settings.sessionDays",
  "core.contact_email_address": "site.settings.contact",
  "core.brand_name": "site.settings.brandName",
  "core.privacy_notice": "site.settings.privacy",
  "core.banner_color": "site.settings.bannerColor",
  "core.notification_stream_enabled": "site.settings.stream",
  "core.upload_minimum_chunk_size": "site.settings.chunk",
  "core.collection_create_policy": "site.audit.setting.collections",
  "core.cors.allow_origin": "site.settings.cors",
  clonesKeepMedia: "site.settings.clonesKeepMedia",
  taskOverview: "site.settings.taskOverview",
  brand_data_config: "admin.tab.branding",
  installed_addons: "admin.tab.addons",
  jobs_configs: "admin.tab.jobs",
  jobs_disabled_config: "site.audit.setting.jobsDisabled",
} as const satisfies Words;

const fields: Readonly<Record<Area, Words>> = {
  setting: {
    ...settings,
    name: "admin.branding.name",
    logo: "admin.branding.logo",
    favicon: "admin.branding.favicon",
    loginMessage: "admin.branding.loginMessage",
    trainingMessage: "admin.branding.trainingMessage",
    alertMessage: "admin.branding.alertMessage",
    vuetify: "admin.branding.accent",
    open: "site.settings.collections",
    disabled: "site.audit.field.disabled",
    message: "site.audit.field.message",
  },
  user: {
    firstName: "site.audit.field.firstName",
    lastName: "site.audit.field.lastName",
    email: "site.audit.field.email",
    status: "site.audit.field.status",
    admin: "site.users.asAdmin",
    key: "site.audit.field.key",
    name: "site.audit.field.name",
    scopes: "site.audit.field.scopes",
    active: "site.audit.field.active",
    sessions: "site.audit.field.sessions",
  },
  group: {
    name: "site.audit.field.name",
    description: "site.audit.field.description",
    public: "site.groups.public",
  },
  // All other names are user names.
  access: { public: "site.audit.field.public", recurse: "site.audit.field.recurse" },
};

/** For fields with a fixed set of values. */
const values: Readonly<Record<Area, Words>> = {
  setting: {
    open: "site.settings.registration.open",
    approve: "site.settings.registration.approve",
    closed: "site.settings.registration.closed",
  },
  user: {
    enabled: "site.audit.value.enabled",
    disabled: "site.audit.value.disabled",
    pending: "site.users.pending",
  },
  group: {
    member: "site.groups.level.0",
    moderator: "site.groups.level.1",
    administrator: "site.groups.level.2",
    invited: "site.audit.value.invited",
    requested: "site.audit.value.requested",
  },
  access: { read: "site.audit.value.read", write: "site.audit.value.write", admin: "site.audit.value.owner" },
};

/** Fields with a fixed set of values. Free text is never translated. */
const chosen: ReadonlySet<string> = new Set(["status", "core.registration_policy"]);
const flags: ReadonlySet<string> = new Set([
  ...["admin", "active", "public", "recurse", "disabled", "open"],
  ...["core.enable_password_login", "core.notification_stream_enabled"],
]);

/** A newer server may report fields and values unknown here; they are shown as they are. */
const wordOf = (words: Words, name: string): string | undefined =>
  Object.hasOwn(words, name) ? t(words[name] as "site.audit.when") : undefined;

/** "First name: – → Ada" */
export function changeText(area: Area, { name, from, to }: AuditEntry["changes"][number]): string {
  const group = area === "access" && name.startsWith("group ") ? name.slice("group ".length) : undefined;
  const label = group === undefined ? wordOf(fields[area], name) : t("site.audit.field.group", { name: group });
  const hasWords = label === undefined || group !== undefined || chosen.has(name);
  const format = (value: string | null): string => {
    if (value === null) return "–";
    if (area === "setting" && name === "vuetify") return colorIn(value) ?? value;
    if (flags.has(name) && (value === "true" || value === "false")) return t(`site.audit.value.${value}`);
    return (hasWords ? wordOf(values[area], value) : undefined) ?? value;
  };
  return `${label ?? name}: ${format(from)} → ${format(to)}`;
}

/** The site's color, which is stored inside the theme of existing clients. */
function colorIn(theme: string): string | undefined {
  try {
    return accentOf({ vuetify: JSON.parse(theme) as BrandData["vuetify"] });
  } catch {
    return undefined;
  }
}

/** The target of an entry: settings in words, anything else by name. */
export function targetText({ targetType, targetName }: Pick<AuditEntry, "targetType" | "targetName">): string {
  return (targetType === "setting" ? wordOf(settings, targetName) : undefined) ?? targetName;
}
