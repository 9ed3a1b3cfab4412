/**
 * Problems of a dataset's media that can still be shown, and what an upload did with its files: jobs store both on the
 * folder.
 */
import { Alert, Anchor, List } from "@mantine/core";
import { IconAlertTriangle, IconFileAlert } from "@tabler/icons-react";
import { useState } from "react";
import { type MediaEntry, mediaEntryText, mediaLedgerOf, needsLook } from "#schemas/media-ledger";
import { type MediaProblem, mediaProblemsOf } from "#schemas/media-problems";
import type { Folder } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

export function MediaProblems({ folder }: { readonly folder: Folder }) {
  const problems = mediaProblemsOf(folder.meta);
  return (
    <>
      {problems.length > 0 && <Damaged problems={problems} />}
      <Ledger entries={mediaLedgerOf(folder.meta)} />
    </>
  );
}

/** Files that an upload left out, renamed or converted; those that need attention first. */
function Ledger({ entries }: { readonly entries: readonly MediaEntry[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (entries.length === 0) return null;
  const first = entries.filter(needsLook);
  const sorted = [...first, ...entries.filter((entry) => !needsLook(entry))];
  const shown = isOpen ? sorted : sorted.slice(0, maxShown);
  return (
    <Alert
      color={first.length > 0 ? "yellow" : "gray"}
      icon={<IconFileAlert size={18} stroke={1.75} />}
      title={t("browse.details.ledger")}
      role="note"
      style={{ overflowWrap: "anywhere" }}
    >
      <List size="sm">
        {shown.map((entry) => (
          <List.Item key={mediaEntryText(entry)}>{mediaEntryText(entry)}</List.Item>
        ))}
      </List>
      {sorted.length > maxShown && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t("browse.details.ledgerLess") : t("browse.details.ledgerMore", { count: sorted.length })}
        </Anchor>
      )}
    </Alert>
  );
}

/** Entries shown before expanding. */
const maxShown = 5;

function Damaged({ problems }: { readonly problems: readonly MediaProblem[] }) {
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
