/** The bar of the work page, with a choice on the left and actions on the right, and the chosen list below it. */
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../base/texts/index.ts";
import classes from "../ListPage.module.css";

interface WorkLayoutProps {
  readonly choice: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

export function WorkLayout({ choice, actions, children }: WorkLayoutProps) {
  return (
    <div className={classes.page}>
      <Group className={classes.message ?? ""} gap="xs" justify="space-between">
        <Group gap="xs">{choice}</Group>
        {actions}
      </Group>
      {children}
    </div>
  );
}

/** Which tasks are listed. */
export const taskChoices = () => [
  { value: "open", label: t("tasks.open") },
  { value: "all", label: t("tasks.all") },
];
