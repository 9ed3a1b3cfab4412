/** Page size and page selection below a list. */
import { Group, NativeSelect, Pagination } from "@mantine/core";
import { useState } from "react";
import { t } from "../base/texts/index.ts";
import listClasses from "./ListPage.module.css";
import classes from "./PageControls.module.css";

/** Page sizes of the lists other than the data browser. */
const listPageSizes: readonly number[] = [20, 50, 100];

interface PageControlsProps {
  /** From 0. */
  readonly page: number;
  readonly pageCount: number;
  onPage(page: number): void;
  /** Missing: the page size is fixed. */
  readonly size?: PageSize;
}

interface PageSize {
  readonly chosen: number;
  readonly offered: readonly number[];
  choose(size: number): void;
}

export function PageControls({ page, pageCount, onPage, size }: PageControlsProps) {
  return (
    <>
      {size !== undefined && (
        <NativeSelect
          label={t("browse.rowsPerPage")}
          classNames={{ root: classes.size ?? "", label: classes.sizeLabel ?? "" }}
          size="xs"
          data={size.offered.map(String)}
          value={String(size.chosen)}
          onChange={(event) => size.choose(Number(event.currentTarget.value))}
        />
      )}
      {pageCount > 1 && (
        <Pagination
          className={classes.pages ?? ""}
          size="sm"
          total={pageCount}
          value={page + 1}
          onChange={(next) => onPage(next - 1)}
          getControlProps={(control) => ({ "aria-label": t(`browse.page.${control}`) })}
          aria-label={t("browse.pages")}
        />
      )}
    </>
  );
}

/** The same controls for a list with nothing else below it. */
export function PageFooter(props: PageControlsProps) {
  return (
    <Group className={listClasses.footer ?? ""} justify="flex-end" gap="sm" wrap="nowrap">
      <PageControls {...props} />
    </Group>
  );
}

/** The current page of such a list, and what its controls need besides the page count. */
export function useListPages() {
  const [page, onPage] = useState(0);
  const [chosen, setChosen] = useState(20);
  const choose = (size: number) => {
    onPage(0);
    setChosen(size);
  };
  return { page, onPage, size: { chosen, offered: listPageSizes, choose } };
}
