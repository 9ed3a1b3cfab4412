/** What stands in the viewer's place while it loads, and when it cannot be opened: the same frame, so nothing jumps. */

import { Progress, Skeleton, Text } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { defaultSettings } from "../../session/settings.ts";
import classes from "../ViewerLayout.module.css";
import bar from "../top-bar/TopBar.module.css";
import { Navigation } from "../top-bar/TopBar.tsx";

export function LoadingViewer({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className={classes.viewer}>
      <header className={bar.bar}>
        <Navigation />
        <Skeleton h={14} w={160} ml="sm" />
      </header>
      <div className={classes.body}>
        <aside className={classes.skeleton} style={{ width: defaultSettings.layout.sidebarWidth }}>
          {Array.from({ length: 9 }, (_, row) => (
            <Skeleton key={row} h={14} w={`${88 - ((row * 17) % 40)}%`} />
          ))}
        </aside>
        <main className={classes.loading}>
          <div className={classes.progress}>
            <Text c="dimmed" mb={6} role="status">
              {t("viewer.loadingDataset")} {percent} %
            </Text>
            <Progress value={percent} size="sm" aria-label={t("viewer.loadingDataset")} transitionDuration={150} />
          </div>
        </main>
      </div>
    </div>
  );
}

export function LoadFailed({ message, onRetry }: { readonly message: string; onRetry(): void }) {
  return (
    <div className={classes.viewer}>
      <header className={bar.bar}>
        <Navigation />
      </header>
      <main className={classes.loading}>
        <div className={classes.failed}>
          <ErrorAlert
            text={`${message}\n${t("viewer.contactAdministrator")}`}
            action={{ label: t("common.retry"), onClick: onRetry }}
          />
        </div>
      </main>
    </div>
  );
}
