/** The tabs of the data area; each shows its own page. */
import { Tabs, VisuallyHidden } from "@mantine/core";
import { Outlet, useLocation, useNavigate } from "react-router";
import { t } from "../base/texts/index.ts";
import { dataTabOf, dataTabs, type DataTab } from "./data-tabs.ts";
import classes from "./DataLayout.module.css";

export default function DataLayout() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tab = dataTabOf(pathname);
  return (
    <Tabs
      className={classes.tabs ?? ""}
      value={tab ?? null}
      activateTabWithKeyboard={false}
      onChange={(value) => void navigate(dataTabs[value as DataTab])}
    >
      <Tabs.List px="sm" className={classes.list ?? ""} aria-label={t("browse.tabs")}>
        <Tabs.Tab value="browse">{t("browse.tab.browse")}</Tabs.Tab>
        <Tabs.Tab value="work">{t("browse.tab.work")}</Tabs.Tab>
        <Tabs.Tab value="shared">{t("browse.tab.shared")}</Tabs.Tab>
        <Tabs.Tab value="summary">{t("browse.tab.summary")}</Tabs.Tab>
        <Tabs.Tab value="trash">{t("browse.tab.trash")}</Tabs.Tab>
      </Tabs.List>
      {tab === undefined ? (
        <Outlet />
      ) : (
        <Tabs.Panel value={tab} className={classes.panel ?? ""}>
          {/* The browser's own is the place that it shows. */}
          {tab !== "browse" && <VisuallyHidden component="h1">{t(`browse.tab.${tab}`)}</VisuallyHidden>}
          <Outlet />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
