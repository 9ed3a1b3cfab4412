/** Below the rows: the range and total, page size, pages, and list options. */
import { Checkbox, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { PageControls } from "../PageControls.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import { askBeforeDeleting, pageSizes } from "../preferences.ts";
import classes from "./BrowserPage.module.css";
import type { PlaceRows } from "./use-place-rows.ts";

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
  useSignals();
  return (
    <Checkbox
      label={t("browse.delete.ask")}
      checked={askBeforeDeleting.value}
      onChange={(event) => (askBeforeDeleting.value = event.currentTarget.checked)}
    />
  );
}
