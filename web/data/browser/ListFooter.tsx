/** Under the rows: which of how many are shown, how many a page holds, the pages, and options of the list. */
import { ActionIcon, Menu, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconDotsVertical } from "@tabler/icons-react";

import { t } from "../../base/texts/index.ts";
import { PageControls } from "../PageControls.tsx";
import { askBeforeDeleting, pageSizes } from "../preferences.ts";
import classes from "./BrowserPage.module.css";

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
  return (
    <div className={classes.footer}>
      <ListOptions />
      <Text c="dimmed">{t("browse.range", { from: page * pageSize + 1, to: page * pageSize + shown, total })}</Text>
      <PageControls
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        pageSize={pageSize}
        pageSizes={pageSizes}
        onPage={onPage}
        onPageSize={onPageSize}
      />
    </div>
  );
}

function ListOptions() {
  useSignals();
  return (
    <Menu position="top-start" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t("browse.options")}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem
          checked={askBeforeDeleting.value}
          onChange={(checked: boolean) => (askBeforeDeleting.value = checked)}
        >
          {t("browse.delete.ask")}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
