/** The query of the review, actions on the whole page, and saving. */
import { ActionIcon, Button, Group, Menu, MultiSelect, NumberInput, Select, Text } from "@mantine/core";
import { IconColumns, IconDots, IconLayoutRows, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { reviewChanges, reviewSorts } from "#schemas/review";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { reviewColumns, reviewRows } from "../preferences.ts";
import { MoreFilters, type QuestionProps } from "./MoreFilters.tsx";
import type { Review } from "./review.ts";
import { statusProps } from "../../ui/page/announce.ts";

interface SortProps extends QuestionProps {
  /** Sorts by likeness to the selected chip. */
  onLikeness(): void;
}

/** Actions on all chips of the page. */
interface PageActions {
  correct(): void;
  retype(type: string): void;
  remove(): void;
  restore(): void;
}

interface SaveProps {
  readonly review: Review;
  onSave(): void;
  onDiscard(): void;
}

interface ReviewBarProps extends SortProps, SaveProps {
  readonly onPage: PageActions;
}

export function ReviewBar({ onPage, ...props }: ReviewBarProps) {
  return (
    <Group gap="xs" px="md" py={6} role="toolbar" aria-label={t("review.bar")}>
      <FilterFields {...props} />
      <MoreFilters {...props} />
      <SortField {...props} />
      <GridSizes />
      <PageMenu review={props.review} onPage={onPage} />
      <SaveButtons {...props} />
    </Group>
  );
}

function FilterFields({ review, question, onQuestion }: QuestionProps) {
  useSignals();
  const { isReviewed, lastChange, leastConfidence, types } = question;
  return (
    <>
      <MultiSelect
        size="xs"
        w={190}
        searchable
        clearable
        aria-label={t("review.types")}
        placeholder={types.length === 0 ? t("review.allTypes") : ""}
        data={[...new Set([...types, ...review.types.value])]}
        value={[...types]}
        onChange={(chosen) => onQuestion({ ...question, types: chosen })}
      />
      <NumberInput
        size="xs"
        w={165}
        min={0}
        max={1}
        step={0.05}
        decimalScale={3}
        aria-label={t("review.least")}
        placeholder={t("review.least")}
        value={leastConfidence ?? ""}
        onChange={(value) =>
          onQuestion({ ...question, leastConfidence: typeof value === "number" && value > 0 ? value : undefined })
        }
      />
      <Select
        size="xs"
        w={165}
        clearable
        aria-label={t("review.reviewed")}
        placeholder={t("review.reviewed")}
        data={["yes", "no"].map((value) => ({
          value,
          label: t(value === "yes" ? "review.reviewed.yes" : "review.reviewed.no"),
        }))}
        value={isReviewed === undefined ? null : isReviewed ? "yes" : "no"}
        onChange={(value) => onQuestion({ ...question, isReviewed: value === null ? undefined : value === "yes" })}
      />
      <Select
        size="xs"
        w={165}
        clearable
        aria-label={t("review.change")}
        placeholder={t("review.change")}
        data={reviewChanges.map((value) => ({ value, label: t(`review.change.${value}`) }))}
        value={lastChange ?? null}
        onChange={(value) => onQuestion({ ...question, lastChange: reviewChanges.find((one) => one === value) })}
      />
    </>
  );
}

function SortField({ review, question, onQuestion, onLikeness }: SortProps) {
  useSignals();
  const { descending, sort } = question;
  const isByLikeness = review.likeness.state.value !== undefined;
  const SortIcon = descending ? IconSortDescending : IconSortAscending;
  return (
    <>
      <Select
        size="xs"
        w={170}
        allowDeselect={false}
        aria-label={t("review.sort")}
        data={[...reviewSorts, "likeness" as const].map((value) => ({ value, label: t(`review.sort.${value}`) }))}
        value={isByLikeness ? "likeness" : sort}
        onChange={(value) => {
          if (value === "likeness") return onLikeness();
          const chosen = reviewSorts.find((one) => one === value) ?? sort;
          // Start with the highest confidence or the largest area.
          onQuestion({ ...question, sort: chosen, descending: chosen === "confidence" || chosen === "size" });
        }}
      />
      {sort !== "dataset" && !isByLikeness && (
        <Tip label={t(descending ? "review.descending" : "review.ascending")}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t(descending ? "review.descending" : "review.ascending")}
            onClick={() => onQuestion({ ...question, descending: !descending })}
          >
            <SortIcon size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      )}
    </>
  );
}

function GridSizes() {
  useSignals();
  return (
    <Group gap="xs" wrap="nowrap">
      <GridSize
        Icon={IconColumns}
        label={t("review.columns")}
        value={reviewColumns.value}
        onChange={(n) => (reviewColumns.value = n)}
      />
      <GridSize
        Icon={IconLayoutRows}
        label={t("review.rows")}
        value={reviewRows.value}
        onChange={(n) => (reviewRows.value = n)}
      />
    </Group>
  );
}

function PageMenu({ review, onPage }: { readonly review: Review; readonly onPage: PageActions }) {
  useSignals();
  return (
    <Menu position="bottom-start" width={240} withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconDots size={15} />}>
          {t("review.page")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: "auto" }}>
        <Menu.Item onClick={onPage.correct}>{t("review.page.correct")}</Menu.Item>
        <Menu.Item onClick={onPage.restore}>{t("review.page.restore")}</Menu.Item>
        <Menu.Item color="red" onClick={onPage.remove}>
          {t("review.page.remove")}
        </Menu.Item>
        {review.types.value.length > 0 && <Menu.Label>{t("review.page.type")}</Menu.Label>}
        {review.types.value.slice(0, 50).map((type) => (
          <Menu.Item key={type} onClick={() => onPage.retype(type)}>
            {type}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveButtons({ review, onSave, onDiscard }: SaveProps) {
  useSignals();
  const count = review.edits.count.value;
  return (
    <Group gap="xs" ml="auto">
      {/* Its room is kept, so that the first change does not move the chips. */}
      <Text span fz="sm" ta="end" miw={`${t("review.unsaved", { count: 10 }).length}ch`} {...statusProps}>
        {count > 0 && t("review.unsaved", { count })}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        disabled={count === 0 || review.edits.isSaving.value}
        onClick={onDiscard}
      >
        {t("review.discard")}
      </Button>
      <Button size="compact-sm" disabled={count === 0} loading={review.edits.isSaving.value} onClick={onSave}>
        {t("review.save")}
      </Button>
    </Group>
  );
}

interface GridSizeProps {
  readonly Icon: TablerIcon;
  readonly label: string;
  readonly value: number;
  onChange(value: number): void;
}

function GridSize({ Icon, label, value, onChange }: GridSizeProps) {
  return (
    <Tip label={label}>
      <NumberInput
        size="xs"
        w={80}
        leftSection={<Icon size={15} stroke={1.6} aria-hidden />}
        min={1}
        max={12}
        clampBehavior="strict"
        aria-label={label}
        value={value}
        onChange={(now) => {
          if (typeof now === "number" && now >= 1) onChange(Math.min(12, Math.round(now)));
        }}
      />
    </Tip>
  );
}
