/**
 * What is wrong with media of a dataset that can be shown all the same, and what an upload has made of its files: jobs have
 * stored both on the folder.
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

/** What an upload has left out, renamed or made another of: what needs a look first. */
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

/** Entries that are shown at once. */
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
