/** Under the rows: which of how many are shown, how many a page holds, the pages, and options of the list. */
import { ActionIcon, Menu, Pagination, Select, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconDotsVertical } from "@tabler/icons-react";

import { t } from "../../base/texts/index.ts";
import { pageControlLabel } from "../page-control-label.ts";
import { askBeforeDeleting, PAGE_SIZES } from "../preferences.ts";
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
  const pageCount = Math.ceil(total / pageSize);
  return (
    <div className={classes.footer}>
      <ListOptions />
      <Text c="dimmed">{t("browse.range", { from: page * pageSize + 1, to: page * pageSize + shown, total })}</Text>
      <Select
        aria-label={t("browse.rowsPerPage")}
        w={72}
        data={PAGE_SIZES.map(String)}
        value={String(pageSize)}
        onChange={(value) => value !== null && onPageSize(Number(value))}
      />
      {pageCount > 1 && (
        <Pagination
          size="sm"
          total={pageCount}
          value={page + 1}
          onChange={(next) => onPage(next - 1)}
          getControlProps={pageControlLabel}
          aria-label={t("browse.pages")}
        />
      )}
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
