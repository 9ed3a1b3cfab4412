/** The three tabs of the data area; each shows a page of its own. */
import { Tabs, VisuallyHidden } from "@mantine/core";
import { Outlet, useLocation, useNavigate } from "react-router";
import { t } from "../base/texts/index.ts";
import classes from "./DataLayout.module.css";

const paths = { browse: "/", shared: "/shared", summary: "/summary" } as const;

export default function DataLayout() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tab = pathname === paths.shared ? "shared" : pathname === paths.summary ? "summary" : "browse";
  return (
    <Tabs
      className={classes.tabs ?? ""}
      value={tab}
      activateTabWithKeyboard={false}
      onChange={(value) => void navigate(paths[value as keyof typeof paths])}
    >
      <Tabs.List px="sm" className={classes.list ?? ""}>
        <Tabs.Tab value="browse">{t("browse.tab.browse")}</Tabs.Tab>
        <Tabs.Tab value="shared">{t("browse.tab.shared")}</Tabs.Tab>
        <Tabs.Tab value="summary">{t("browse.tab.summary")}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel ?? ""}>
        {/* The browser's own is the place that it shows. */}
        {tab !== "browse" && <VisuallyHidden component="h1">{t(`browse.tab.${tab}`)}</VisuallyHidden>}
        <Outlet />
      </Tabs.Panel>
    </Tabs>
  );
}
