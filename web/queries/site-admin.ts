/** Administrators' queries about the running site: health, audit log, groups and settings. */
import { keepPreviousData } from "@tanstack/query-core";
import type { AuditEntry, User } from "#schemas/wire";
import { api } from "../api/client.ts";
import { adminPage, pageAndOneMore } from "./admin.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

export const healthQuery = question({
  queryKey: [...keys.admin, "health"],
  queryFn: ({ signal }) => api.call("system.health", {}, { signal }),
});

export interface AuditFilter {
  readonly area: AuditEntry["area"] | undefined;
  readonly text: string;
  readonly page: number;
}

export function auditQuery({ area, text, page }: AuditFilter) {
  return question({
    queryKey: [...keys.admin, "audit", area, text, page],
    queryFn: async ({ signal }) =>
      adminPage(
        await api.call(
          "system.audit",
          { ...(area !== undefined && { area }), text, ...pageAndOneMore(page) },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
  });
}

export function groupsQuery(page: number) {
  return question({
    queryKey: [...keys.admin, "groups", page],
    queryFn: async ({ signal }) =>
      adminPage(await api.call("group.list", { ...pageAndOneMore(page), sort: "lowerName" }, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** Members with their ranks. */
export function membersQuery(groupId: string) {
  return question({
    queryKey: [...keys.admin, "members", groupId],
    queryFn: async ({ signal }) => (await api.call("group.access", { id: groupId }, { signal })).access.users,
  });
}

/** Users whose login or name contains the text. */
export function foundUsersQuery(text: string) {
  return question({
    queryKey: [...keys.admin, "found", text],
    queryFn: ({ signal }): Promise<User[]> => api.call("user.list", { text, limit: 10, sort: "login" }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The site's own storage first, then media locations. */
export const storagesQuery = question({
  queryKey: [...keys.admin, "storages"],
  queryFn: ({ signal }) => api.call("assetstore.list", { limit: 0 }, { signal }),
});

/** Settings that administrators change while the server runs (api-v1 section 5). */
export const settingKeys = [
  "core.registration_policy",
  "core.enable_password_login",
  "core.cookie_lifetime",
  "core.contact_email_address",
  "core.brand_name",
  "core.privacy_notice",
  "core.banner_color",
  "core.notification_stream_enabled",
  "core.upload_minimum_chunk_size",
  "core.collection_create_policy",
  "core.cors.allow_origin",
  "clonesKeepMedia",
  "taskOverview",
] as const;
type SettingKey = (typeof settingKeys)[number];
export type Settings = Readonly<Record<SettingKey, unknown>>;

export const settingsQuery = question({
  queryKey: [...keys.admin, "settings"],
  queryFn: async ({ signal }) => (await api.call("system.setting", { list: [...settingKeys] }, { signal })) as Settings,
});
