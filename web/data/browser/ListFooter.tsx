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

const ListOptionItems = lazyPart(async () => (await import("./ListOptionItems.tsx")).default);

interface ListFooterProps {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly shown: number;
  readonly total: number;
  onPage(page: number): void;
  onPageSize(size: number): void;
}

export function ListFooter({ page, pageSize, shown, total, onPage, onPageSize }: ListFooterProps) {
  const before = page * pageSize;
  return (
    <div className={classes.footer}>
      <ListOptions />
      <Text c="dimmed" className={classes.range ?? ""}>
        {t("browse.range", { from: formatNumber(before + 1), to: formatNumber(before + shown), total })}
      </Text>
      <PageControls
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        onPage={onPage}
        size={{ chosen: pageSize, offered: pageSizes, choose: onPageSize }}
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
