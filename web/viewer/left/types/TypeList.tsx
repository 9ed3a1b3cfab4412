/** The type filter: each type with its color and count; unchecking one hides its tracks. */

import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowsSort,
  IconBarrierBlock,
  IconChartBar,
  IconPencil,
  IconSortAscendingLetters,
  IconSortDescendingNumbers,
  IconTrash,
} from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef, useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { formatNumber } from "../../../ui/text/format.ts";
import { GuideAnchor } from "../../../ui/page/GuideAnchor.tsx";
import list from "../../parts/list.module.css";
import { attachListFocus } from "../../parts/list-focus.ts";
import { Toolbar } from "../../parts/Toolbar.tsx";
import { StyleEditor } from "../styles/StyleEditor.tsx";
import { deleteVisibleTypes } from "./delete-visible-types.ts";
import {
  countTypesOnFrame,
  busiestFrame,
  listTypes,
  needsFrame,
  nextTypeOrder,
  type ListedType,
  type TypeOrder,
} from "./listed-types.ts";
import classes from "./TypeList.module.css";
import { TypeSettings } from "./TypeSettings.tsx";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { useCoarsePointer } from "../../../ui/theme/coarse-pointer.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

/** CSS pixels, by pointer type. */
const rowHeights = { mouse: 30, finger: 48 } as const;
const icon = { size: 15, stroke: 1.6 };
const noCounts: ReadonlyMap<string, number> = new Map();

export function TypeList() {
  const listed = useListedTypes();
  return (
    <>
      <Header listed={listed} />
      {listed.length === 0 ? <EmptyList /> : <Rows listed={listed} />}
    </>
  );
}

function EmptyList() {
  useSignals();
  const { workspace } = useViewer();
  const count = workspace.display.types.counts.value.length;
  // Explains that types are hidden because they have no track, or none on this frame.
  if (count > 0 && !workspace.settings.settings.value.typeSettings.showEmptyTypes)
    return (
      <div className={list.empty}>
        {t("viewer.typesHidden", { count })}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            mt={6}
            onClick={() => workspace.settings.change({ typeSettings: { showEmptyTypes: true } })}
          >
            {t("viewer.showEmptyTypes")}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={list.empty}>
      {t("viewer.typesEmpty")} <GuideAnchor page="annotating" isOutside />
    </div>
  );
}

function useListedTypes(): readonly ListedType[] {
  useSignals();
  const { editor, workspace } = useViewer();
  const settings = workspace.settings.settings.value.typeSettings;
  const counts = workspace.display.types.counts.value;
  // Subscribes to the frame only when the list depends on it, so that playback does not re-render it needlessly.
  const onFrame = needsFrame(settings) ? countTypesOnFrame(workspace.core, editor.player.frame.value) : noCounts;
  return listTypes(counts, onFrame, settings, workspace.display.filters.value.uncheckedTypes);
}

function Header({ listed }: { readonly listed: readonly ListedType[] }) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { uncheckedTypes } = workspace.display.filters.value;
  const visible = listed.filter(({ type }) => !uncheckedTypes.has(type)).map(({ type }) => type);
  const checked = visible.length;
  const isReadOnly = workspace.readOnly.value !== undefined;
  const { trackSortDir } = workspace.settings.settings.value.typeSettings;
  return (
    <Toolbar className={list.header ?? ""} label={t("viewer.typeTools")}>
      <Tip label={t("viewer.checkAllTypes")}>
        <Checkbox
          aria-label={t("viewer.checkAllTypes")}
          checked={checked === listed.length}
          indeterminate={checked > 0 && checked < listed.length}
          onChange={(event) => {
            const types = listed.map(({ type }) => type);
            workspace.display.setTypesShown(types, event.currentTarget.checked);
          }}
        />
      </Tip>
      <h2 className={list.title}>{t("viewer.types")}</h2>
      <ToolButton
        label={t("viewer.sortTypes", { order: orderText(trackSortDir) })}
        icon={<OrderIcon order={trackSortDir} />}
        onClick={() => workspace.settings.change({ typeSettings: { trackSortDir: nextTypeOrder(trackSortDir) } })}
      />
      <ToolButton
        label={t("lists.deleteVisibleTypes")}
        icon={<IconTrash {...icon} />}
        isOff={isReadOnly || visible.length === 0}
        onClick={() => void deleteVisibleTypes(editor, visible)}
      />
      <TypeSettings />
    </Toolbar>
  );
}

function orderText(order: TypeOrder): string {
  switch (order) {
    case "a-z":
      return t("viewer.sortAZ");
    case "count":
      return t("viewer.sortCount");
    case "frame count":
      return t("viewer.sortFrameCount");
  }
}

function OrderIcon({ order }: { readonly order: TypeOrder }) {
  if (order === "a-z") return <IconSortAscendingLetters {...icon} />;
  return order === "count" ? <IconSortDescendingNumbers {...icon} /> : <IconArrowsSort {...icon} />;
}

function Rows({ listed }: { readonly listed: readonly ListedType[] }) {
  const scroll = useRef<HTMLDivElement>(null);
  const isCoarse = useCoarsePointer();
  // oxlint-disable-next-line react/incompatible-library -- rows take numbers from it, never its functions
  const virtual = useVirtualizer({
    count: listed.length,
    estimateSize: () => rowHeights[isCoarse ? "finger" : "mouse"],
    getScrollElement: () => scroll.current,
    getItemKey: (index) => listed[index]?.type ?? index,
    overscan: 8,
  });
  const { workspace } = useViewer();
  const [edited, setEdited] = useState<string | undefined>(undefined);
  const rows = useRef<HTMLUListElement>(null);
  useEffect(
    () => (rows.current === null ? undefined : attachListFocus(rows.current, { rows: "[data-type]", upDown: true })),
    [],
  );
  return (
    <div className={list.scroll} ref={scroll} tabIndex={-1}>
      <ul ref={rows} className={list.rows} style={{ height: virtual.getTotalSize() }} aria-label={t("viewer.types")}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = listed[index];
          return row && <ListedRow key={row.type} row={row} top={start} height={size} onEdit={setEdited} />;
        })}
      </ul>
      {edited !== undefined && (
        <StyleEditor
          key={edited}
          kind="track"
          type={edited}
          isUsed={workspace.display.types.used.peek().has(edited)}
          names={workspace.display.types.counts.peek().map(({ type }) => type)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

interface ListedRowProps {
  readonly row: ListedType;
  readonly top: number;
  readonly height: number;
  onEdit(type: string): void;
}

/** Cheap: skips the render when the row is unchanged. */
function ListedRow({ row: { type, trackCount, frameCount }, top, height, onEdit }: ListedRowProps) {
  useSignals();
  const { workspace } = useViewer();
  const settings = workspace.settings.settings.value.typeSettings;
  return (
    <Row
      {...{ type, trackCount, top, height, onEdit }}
      isChecked={!workspace.display.filters.value.uncheckedTypes.has(type)}
      color={workspace.display.typeStyles.of(type).color}
      isRegion={workspace.display.suppressing.value.includes(type)}
      hasMaxCount={settings.maxCountButton}
      count={(needsFrame(settings) ? [frameCount, trackCount] : [trackCount])
        .map((each) => formatNumber(each))
        .join(" / ")}
    />
  );
}

interface RowProps extends Omit<ListedRowProps, "row"> {
  readonly type: string;
  readonly trackCount: number;
  readonly isChecked: boolean;
  readonly color: string;
  /** Its boxes are regions in which nothing counts. */
  readonly isRegion: boolean;
  readonly hasMaxCount: boolean;
  readonly count: string;
}

const Row = memo(function Row({
  type,
  trackCount,
  top,
  height,
  onEdit,
  isChecked,
  color,
  isRegion,
  hasMaxCount,
  count,
}: RowProps) {
  // Subscribes to the language.
  useSignals();
  const { editor, workspace } = useViewer();
  return (
    <li className={classes.row} style={{ top, height }} data-type={type}>
      <Checkbox
        classNames={{
          root: classes.check ?? "",
          body: classes.checkBody ?? "",
          labelWrapper: classes.checkLabel ?? "",
        }}
        color={color}
        autoContrast
        checked={isChecked}
        aria-label={t("viewer.checkType", { type })}
        label={
          <span className={classes.label}>
            <span className={classes.swatch} style={{ background: color }} />
            <CutText className={classes.name ?? ""} data-off={!isChecked || undefined}>
              {type}
            </CutText>
            {isRegion && (
              <IconBarrierBlock {...icon} className={classes.region} role="img" aria-label={t("lists.suppress")} />
            )}
          </span>
        }
        onChange={(event) => workspace.display.setTypesShown([type], event.currentTarget.checked)}
      />
      {hasMaxCount && (
        <ToolButton
          label={t("lists.maxCount", { type })}
          icon={<IconChartBar {...icon} />}
          size={20}
          isOff={trackCount === 0}
          onClick={() => {
            const frame = busiestFrame(workspace.core, type, editor.player.maxFrame + 1);
            if (frame !== undefined) editor.player.seek(frame);
          }}
        />
      )}
      <Tip label={t("lists.editType", { type })}>
        <ActionIcon
          size={20}
          className={classes.edit ?? ""}
          aria-label={t("lists.editType", { type })}
          onClick={() => onEdit(type)}
        >
          <IconPencil {...icon} />
        </ActionIcon>
      </Tip>
      <Tip label={t("viewer.typeTracks", { count: trackCount })}>
        <span className={classes.count}>{count}</span>
      </Tip>
    </li>
  );
});
