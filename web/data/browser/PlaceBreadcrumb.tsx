/** Where one is: from the top (users or collections) down to this place. */
import { ActionIcon, Anchor, Breadcrumbs, Text, Tooltip } from "@mantine/core";
import { IconArrowUp, IconDatabase } from "@tabler/icons-react";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import type { Place, PlaceInfo } from "../../queries/places.ts";
import { entryName } from "../../queries/places.ts";
import classes from "./PlaceBreadcrumb.module.css";

interface Crumb {
  readonly label: string;
  readonly path: string;
}

/** From the top down, the place itself last. */
export function crumbsOf(place: Place, info: PlaceInfo | undefined): readonly Crumb[] {
  const root: Crumb = { label: t("browse.root"), path: "/root" };
  if (place.type === "root") return [root];
  if (place.type === "users") return [root, { label: t("browse.users"), path: "/users" }];
  if (place.type === "collections") return [root, { label: t("browse.collections"), path: "/collections" }];
  const chain = [
    ...(info?.path ?? []).map(({ type, object }) => ({
      label: entryName(object),
      path: `/${type}/${object._id}`,
      type,
    })),
    ...(info?.document === undefined
      ? []
      : [{ label: entryName(info.document), path: `/${place.type}/${place.id}`, type: place.type }]),
  ];
  const top = chain[0]?.type;
  const base: Crumb[] =
    top === "user"
      ? [{ label: t("browse.users"), path: "/users" }]
      : top === "collection"
        ? [{ label: t("browse.collections"), path: "/collections" }]
        : [];
  return [root, ...base, ...chain];
}

export function PlaceBreadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const up = crumbs.at(-2);
  return (
    <nav aria-label={t("browse.breadcrumb")} className={classes.crumbs}>
      <Tooltip label={t("browse.up")}>
        <ActionIcon
          component={Link}
          to={up?.path ?? "/root"}
          size="sm"
          aria-label={t("browse.up")}
          {...(up === undefined ? { "data-disabled": true, "aria-disabled": true } : {})}
        >
          <IconArrowUp size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Breadcrumbs separator="/" separatorMargin={6} className={classes.list ?? ""}>
        {crumbs.map((crumb, index) => {
          const label =
            index === 0 ? <IconDatabase size={15} stroke={1.6} style={{ display: "block" }} /> : crumb.label;
          const name = index === 0 ? { "aria-label": crumb.label } : {};
          return index === crumbs.length - 1 ? (
            <Text key={crumb.path} component="h1" fw={600} m={0} aria-current="page" truncate {...name}>
              {label}
            </Text>
          ) : (
            <Anchor key={crumb.path} component={Link} to={crumb.path} fz="sm" c="dimmed" truncate {...name}>
              {label}
            </Anchor>
          );
        })}
      </Breadcrumbs>
    </nav>
  );
}
