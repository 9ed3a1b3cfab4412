/** Shown in place of an empty list: what the list is for, the next step, and the guide page that explains it. */
import { Button, EmptyState } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { GuideAnchor, type GuidePageName } from "../ui/page/GuideAnchor.tsx";

interface EmptyListProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string | undefined;
  readonly guide?: GuidePageName;
  /** The next step is in the data browser: the text of a link to it. */
  readonly browse?: string | undefined;
}

export function EmptyList({ icon, title, text, guide, browse }: EmptyListProps) {
  return (
    <EmptyState mt={80} px="md" pb="md" icon={icon} title={title} description={text} maw={480} mx="auto">
      {guide !== undefined && (
        <EmptyState.Actions>
          {browse !== undefined && (
            <Button component={Link} to="/">
              {browse}
            </Button>
          )}
          <GuideAnchor page={guide} />
        </EmptyState.Actions>
      )}
    </EmptyState>
  );
}
