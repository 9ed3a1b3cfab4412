/** A page with a list that holds nothing yet: what it is for, and where the guide says how it is filled. */
import { EmptyState } from "@mantine/core";
import type { ReactNode } from "react";
import { GuideAnchor, type GuidePageName } from "../ui/GuideAnchor.tsx";

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
