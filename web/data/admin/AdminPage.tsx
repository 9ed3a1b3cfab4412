/** The pages for site administrators, one per tab; other users are redirected to their data. */
import { Tabs, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { requireUser } from "../../api/session.ts";
import { t, withTexts } from "../../base/texts/index.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { usePageTitle } from "../../features/page-title.ts";
import { AddonsTab } from "./AddonsTab.tsx";
import { AdminJobsTab } from "./AdminJobsTab.tsx";
import { AuditTab } from "./AuditTab.tsx";
import { GroupsTab } from "./GroupsTab.tsx";
import { HealthTab } from "./HealthTab.tsx";
import { RecentsTab } from "./RecentsTab.tsx";
import { UpdateTab } from "./UpdateTab.tsx";
import { UsersTab } from "./UsersTab.tsx";
import classes from "./AdminPage.module.css";

/** Loaded on demand: colors, charts, the folder picker and number fields are each needed by one tab only. */
const BrandingTab = lazyPart(async () => (await import("./BrandingTab.tsx")).default);
const SettingsTab = lazyPart(async () => (await import("./SettingsTab.tsx")).default);
const StorageTab = lazyPart(async () => (await withTexts("storage", import("./storage/StorageTab.tsx"))).default);
const WebhooksTab = lazyPart(async () => (await withTexts("webhooks", import("./WebhooksTab.tsx"))).default);
const StatsTab = lazyPart(async () => (await import("./StatsTab.tsx")).default);

/** Its use, its people, its offer, its state. */
const groups = [
  { recents: RecentsTab, jobs: AdminJobsTab, stats: StatsTab },
  { users: UsersTab, groups: GroupsTab },
  { branding: BrandingTab, settings: SettingsTab, storage: StorageTab, addons: AddonsTab, webhooks: WebhooksTab },
  { health: HealthTab, audit: AuditTab, update: UpdateTab },
] as const;
const tabs = { ...groups[0], ...groups[1], ...groups[2], ...groups[3] } as const;
type TabName = keyof typeof tabs;
const tabNames = Object.keys(tabs) as TabName[];
const firstOfGroups: readonly string[] = groups.slice(1).map((group) => Object.keys(group)[0]!);

export default function AdminPage() {
  useSignals();
  const navigate = useNavigate();
  const { tab } = useParams();
  const shown = tabNames.find((name) => name === tab) ?? "recents";
  usePageTitle(t("admin.title"));
  const list = useRef<HTMLDivElement>(null);
  // In low windows the tabs scroll.
  useEffect(() => {
    void list.current?.querySelector(`[id$="-tab-${shown}"]`)?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  if (!requireUser().admin) return <Navigate to="/" replace />;
  const Shown = tabs[shown];
  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title ?? ""}>
        {t("admin.title")}
      </Title>
      <Tabs
        className={classes.tabs ?? ""}
        value={shown}
        orientation="vertical"
        activateTabWithKeyboard={false}
        onChange={(value) => void navigate(`/admin/${value}`)}
      >
        <Tabs.List ref={list} className={classes.list ?? ""} aria-label={t("admin.tabs")}>
          {tabNames.map((name) => (
            <Tabs.Tab key={name} value={name} data-group={firstOfGroups.includes(name) || undefined}>
              {t(`admin.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} className={classes.panel ?? ""}>
          <Shown />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
