/** Below the rows: the range and total, page size, pages, and list options. */
import { ActionIcon, Text } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";

import { t } from "../../base/texts/index.ts";
import { PageControls } from "../PageControls.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import { LazyMenu } from "../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { pageSizes } from "../preferences.ts";
import classes from "./BrowserPage.module.css";
import type { PlaceRows } from "./use-place-rows.ts";

const ListOptionItems = lazyPart(async () => (await import("./ListOptionItems.tsx")).default);

export function ListFooter({ rows }: { readonly rows: PlaceRows }) {
  const { page, pageSize, total } = rows;
  const before = page * pageSize;
  const shown = rows.entries?.length ?? 0;
  return (
    <div className={classes.footer}>
      <ListOptions />
      <Text c="dimmed" className={classes.range ?? ""}>
        {t("browse.range", { from: formatNumber(before + 1), to: formatNumber(before + shown), total })}
      </Text>
      <PageControls
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        onPage={rows.goToPage}
        size={{ chosen: pageSize, offered: pageSizes, choose: rows.changePageSize }}
      />
    </div>
  );
}

function ListOptions() {
  return (
    <LazyMenu position="top-start" closeOnItemClick={false} entries={ListOptionItems} items={{}}>
      <ActionIcon size="sm" aria-label={t("browse.options")}>
        <IconDotsVertical size={16} />
      </ActionIcon>
    </LazyMenu>
  );
}
