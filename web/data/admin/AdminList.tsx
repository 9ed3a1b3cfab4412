/** What the lists of the administration share: loading, failure, emptiness, and pages of a fixed size. */
import { EmptyState, Group, Pagination, ScrollArea } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { adminPageSize } from "../../queries/admin.ts";
import { retryFailed } from "../../queries/query-client.ts";
import type { Question } from "../../queries/question.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { ListSkeleton } from "../../ui/ListSkeleton.tsx";
import classes from "../ListPage.module.css";

interface AdminListProps<Row> {
  readonly question: Question<Row[]>;
  readonly empty: { readonly title: string; readonly text?: string };
  /** From 0; the answer holds one row more than a page when there is a further one. Absent: everything is one page. */
  readonly page?: number;
  onPage?(page: number): void;
  children(rows: readonly Row[]): ReactNode;
}

export function AdminList<Row>({ question, empty, page, onPage, children }: AdminListProps<Row>) {
  const { data, error } = useQuery(question);
  const failure = error !== null && (
    <div className={classes.message} style={{ paddingBlock: 14 }}>
      <ErrorAlert text={errorText(error)} action={{ label: t("common.retry"), onClick: () => void retryFailed() }} />
    </div>
  );
  // What was read before stays below it.
  if (failure !== false && data === undefined) return failure;
  if (data === undefined) return <ListSkeleton />;
  const hasMore = page !== undefined && data.length > adminPageSize;
  const rows = page === undefined ? data : data.slice(0, adminPageSize);
  if (rows.length === 0 && (page ?? 0) === 0) {
    return (
      <>
        {failure}
        <EmptyState mt={60} icon={<IconInbox stroke={1.25} />} title={empty.title} description={empty.text} />
      </>
    );
  }
  return (
    <>
      {failure}
      <ScrollArea className={classes.list ?? ""}>{children(rows)}</ScrollArea>
      {page !== undefined && (page > 0 || hasMore) && (
        <Group className={classes.footer ?? ""} justify="flex-end">
          <Pagination
            size="sm"
            total={page + (hasMore ? 2 : 1)}
            value={page + 1}
            onChange={(next) => onPage?.(next - 1)}
            getControlProps={(control) => ({ "aria-label": t(`browse.page.${control}`) })}
            aria-label={t("browse.pages")}
          />
        </Group>
      )}
    </>
  );
}
