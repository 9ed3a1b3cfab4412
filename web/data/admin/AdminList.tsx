/** Shared by the administration lists: loading, error and empty states, and pages of a fixed size. */
import { ScrollArea } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdminPage } from "../../queries/admin.ts";
import type { Question } from "../../queries/question.ts";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { PageFooter } from "../PageControls.tsx";

interface AdminListProps<Row> {
  readonly question: Question<AdminPage<Row>>;
  readonly empty: { readonly title: string; readonly text?: string };
  /** Zero-based. Missing: everything is on one page. */
  readonly page?: number;
  onPage?(page: number): void;
  children(rows: readonly Row[]): ReactNode;
}

export function AdminList<Row>({ question, empty, page, onPage, children }: AdminListProps<Row>) {
  return (
    <ListAnswer of={useQuery(question)}>
      {({ rows, hasMore }) => {
        if (rows.length === 0 && (page ?? 0) === 0) return <EmptyList icon={<IconInbox stroke={1.25} />} {...empty} />;
        return (
          <>
            <ScrollArea className={classes.list ?? ""}>{children(rows)}</ScrollArea>
            {page !== undefined && (page > 0 || hasMore) && (
              <PageFooter page={page} pageCount={page + (hasMore ? 2 : 1)} onPage={(next) => onPage?.(next)} />
            )}
          </>
        );
      }}
    </ListAnswer>
  );
}
