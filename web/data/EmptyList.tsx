/** Shown in place of an empty list: what the list is for, and the guide page that explains how to fill it. */
import { EmptyState } from "@mantine/core";
import type { ReactNode } from "react";
import { GuideAnchor, type GuidePageName } from "../ui/page/GuideAnchor.tsx";

interface EmptyListProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string | undefined;
  readonly guide?: GuidePageName;
}

export function EmptyList({ icon, title, text, guide }: EmptyListProps) {
  return (
    <EmptyState mt={80} px="md" icon={icon} title={title} description={text} maw={480} mx="auto">
      {guide !== undefined && (
        <EmptyState.Actions>
          <GuideAnchor page={guide} />
        </EmptyState.Actions>
      )}
    </EmptyState>
  );
}
