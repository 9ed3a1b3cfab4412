/** The effects of uploads, imports, runs and clones on the dataset's files; entries that need attention first. */

import { Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type MediaEntry, mediaEntryText, mediaLedgerOf, needsLook, replacedInPlace } from "#schemas/media-ledger";
import { lazyFunction } from "../../../base/lazy.ts";
import { t } from "../../../base/texts/index.ts";
import { folderQuery } from "../../../queries/places.ts";
import { PanelBadge } from "../../docks/PanelBadge.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./DatasetInfoPanel.module.css";

const announceChangedMedia = lazyFunction(
  async () => (await import("./announce-changed-media.tsx")).announceChangedMedia,
);

/** Entries shown until the user asks for all. */
const firstEntries = 8;

export function MediaLedger() {
  const entries = useLedger();
  const [isOpen, setOpen] = useState(false);
  if (entries.length === 0) return null;
  const sorted = [...entries.filter(needsLook), ...entries.filter((entry) => !needsLook(entry))];
  return (
    <section aria-label={t("datasetInfo.ledger")}>
      <h3 className={classes.title}>{t("datasetInfo.ledger")}</h3>
      <ul className={classes.ledger}>
        {(isOpen ? sorted : sorted.slice(0, firstEntries)).map((entry) => (
          <li key={mediaEntryText(entry)} data-look={needsLook(entry) || undefined}>
            {mediaEntryText(entry)}
          </li>
        ))}
      </ul>
      {!isOpen && sorted.length > firstEntries && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          {t("datasetInfo.ledgerAll", { count: sorted.length })}
        </Button>
      )}
    </section>
  );
}

/** The number of entries that need attention, on the panel's icon. */
export function MediaLedgerBadge() {
  const entries = useLedger();
  const { workspace } = useViewer();
  const count = entries.filter(needsLook).length;
  const replaced = entries.filter(({ why }) => why.startsWith(replacedInPlace));
  const texts = replaced.map(mediaEntryText).join("\n");
  useEffect(() => {
    if (texts !== "") announceChangedMedia(workspace.dataset.id, texts);
  }, [texts, workspace]);
  return <PanelBadge count={count} label={t("datasetInfo.ledgerBadge", { count })} isProblem />;
}

/** Entries of the dataset and of the active camera. */
function useLedger(): readonly MediaEntry[] {
  useSignals();
  const { workspace } = useViewer();
  const { data: dataset } = useQuery(folderQuery(workspace.dataset.id));
  const { data: camera } = useQuery(folderQuery(workspace.active.value.info.datasetId));
  const metas = dataset === undefined || camera?._id === dataset._id ? [camera?.meta] : [dataset.meta, camera?.meta];
  return metas.flatMap((meta) => (meta === undefined ? [] : mediaLedgerOf(meta)));
}
