/** What is wrong with media of a dataset that can be shown all the same: the job that looked at them has left it there. */
import { Alert, List } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { mediaProblemsOf } from "#schemas/media-problems";
import type { Folder } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

export function MediaProblems({ folder }: { readonly folder: Folder }) {
  const problems = mediaProblemsOf(folder.meta);
  if (problems.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} stroke={1.75} />}
      title={t("browse.details.damaged")}
      role="note"
      style={{ overflowWrap: "anywhere" }}
    >
      <List size="sm">
        {problems.map(({ file, message }) => (
          <List.Item key={`${file} ${message}`}>{`${file} ${message}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
