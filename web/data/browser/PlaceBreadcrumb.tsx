/** The path from the root (users or collections) to this place. */
import { ActionIcon, Anchor, Breadcrumbs, Text } from "@mantine/core";
import { IconArrowUp, IconDatabase } from "@tabler/icons-react";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import type { Crumb } from "./crumbs.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { dropTarget } from "./move-entries.ts";
import classes from "./PlaceBreadcrumb.module.css";
import { Tip } from "../../ui/tips/Tip.tsx";

/** Entries can be dropped on folders. */
function dropOn({ path, label }: Crumb): Partial<ReturnType<typeof dropTarget>> {
  const id = /^\/folder\/(\w+)$/.exec(path)?.[1];
  return id === undefined ? {} : dropTarget({ id, name: label });
}

export function PlaceBreadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const up = crumbs.at(-2);
  return (
    <nav aria-label={t("browse.breadcrumb")} className={classes.crumbs}>
      <Tip label={t("browse.up")}>
        <ActionIcon
          component={Link}
          to={up?.path ?? crumbs[0]?.path ?? "/"}
          size="sm"
          aria-label={t("browse.up")}
          {...(up === undefined ? { "data-disabled": true, "aria-disabled": true } : {})}
        >
          <IconArrowUp size={16} stroke={1.75} />
        </ActionIcon>
      </Tip>
      <Breadcrumbs separator="/" separatorMargin={6} className={classes.list ?? ""}>
        {crumbs.map((crumb, index) => {
          const label =
            crumb.path === "/root" ? (
              <IconDatabase size={15} stroke={1.6} style={{ display: "block" }} />
            ) : (
              <CutText>{crumb.label}</CutText>
            );
          const name = crumb.path === "/root" ? { "aria-label": crumb.label } : {};
          return index === crumbs.length - 1 ? (
            <Text key={crumb.path} component="h1" fw={600} m={0} aria-current="page" {...name}>
              {label}
            </Text>
          ) : (
            <Anchor
              key={crumb.path}
              component={Link}
              to={crumb.path}
              className={`${classes.step} ${crumb.path === "/root" ? classes.top : ""}`}
              fz="sm"
              c="dimmed"
              {...name}
              {...dropOn(crumb)}
            >
              {label}
            </Anchor>
          );
        })}
      </Breadcrumbs>
    </nav>
  );
}
