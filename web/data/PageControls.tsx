/** How many rows a page of a list holds, and which page is shown. */
import { NativeSelect, Pagination } from "@mantine/core";
import { useState } from "react";
import { t } from "../base/texts/index.ts";
import classes from "./PageControls.module.css";

/** Page sizes of the lists other than the data browser. */
const listPageSizes: readonly number[] = [20, 50, 100];

interface PageControlsProps {
  /** From 0. */
  readonly page: number;
  readonly pageCount: number;
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  onPage(page: number): void;
  onPageSize(size: number): void;
}

export function PageControls({ page, pageCount, pageSize, pageSizes, onPage, onPageSize }: PageControlsProps) {
  return (
    <>
      <NativeSelect
        aria-label={t("browse.rowsPerPage")}
        w={76}
        data={pageSizes.map(String)}
        value={String(pageSize)}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      />
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

/** The page of such a list that is shown, and what its controls need besides the count of pages. */
export function useListPages() {
  const [page, onPage] = useState(0);
  const [pageSize, setPageSize] = useState(20);
  const onPageSize = (size: number) => {
    onPage(0);
    setPageSize(size);
  };
  return { page, pageSize, pageSizes: listPageSizes, onPage, onPageSize };
}
