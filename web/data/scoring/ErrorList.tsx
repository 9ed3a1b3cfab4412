/** The errors one by one, each with a link to its frame in the viewer. */
import { Anchor, Button, Group, Select, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { ScoringError, ScoringResult } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import { shareText } from "./numbers.ts";
import classes from "./ScoringPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

/** A `null` type: none; missing: any. */
export interface ErrorFilter {
  readonly kind?: ScoringError["kind"];
  readonly truthType?: string | null;
  readonly computedType?: string | null;
}

interface ErrorListProps {
  readonly result: ScoringResult;
  readonly filter: ErrorFilter;
  onFilter(filter: ErrorFilter): void;
}

const kinds = ["missed", "extra", "otherType", "switch"] as const;
const firstRows = 100;
const firstFrames = 10;

export function ErrorList({ result, filter, onFilter }: ErrorListProps) {
  const { errors } = result.scoring;
  const [max, setLimit] = useState(firstRows);
  const shown = errors.rows.filter((error) => passes(error, filter));
  const isCell = filter.truthType !== undefined;
  const nameOf = (type: string | null | undefined): string => type ?? t("scoring.type.none");
  return (
    <>
      <Group gap="sm" my="xs" align="flex-end">
        {isCell ? (
          <>
            <Text fz="sm" fw={600}>
              {t("scoring.errors.of", { truth: nameOf(filter.truthType), computed: nameOf(filter.computedType) })}
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => onFilter({})}>
              {t("scoring.errors.showAll")}
            </Button>
          </>
        ) : (
          <Select
            size="xs"
            label={t("scoring.errors.kind")}
            allowDeselect={false}
            data={[
              { value: "", label: t("scoring.errors.all") },
              ...kinds.map((kind) => ({
                value: kind,
                label: `${t(`scoring.kind.${kind}`)} (${formatNumber(errors.counts[kind])})`,
              })),
            ]}
            value={filter.kind ?? ""}
            onChange={(value) => {
              const kind = kinds.find((one) => one === value);
              onFilter(kind === undefined ? {} : { kind });
            }}
          />
        )}
      </Group>
      {errors.leftOut > 0 && (
        <Text fz="sm" c="dimmed">
          {t("scoring.errors.leftOut", { count: errors.leftOut })}
        </Text>
      )}
      {shown.length === 0 ? (
        <Text fz="sm" c="dimmed" {...statusProps}>
          {t("scoring.errors.none")}
        </Text>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.errors.list")}>
          <Table
            fz="sm"
            verticalSpacing={3}
            highlightOnHover
            className={classes.errors ?? ""}
            aria-label={t("scoring.errors.list")}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("scoring.errors.dataset")}</Table.Th>
                <Table.Th>{t("scoring.errors.frame")}</Table.Th>
                <Table.Th>{t("scoring.errors.kind")}</Table.Th>
                <Table.Th>{t("scoring.errors.truth")}</Table.Th>
                <Table.Th>{t("scoring.errors.computed")}</Table.Th>
                <Table.Th ta="right">{t("scoring.confidence")}</Table.Th>
                <Table.Th ta="right">{t("scoring.iou")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.slice(0, max).map((error, at) => (
                <ErrorRow key={at} {...{ error, result }} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {shown.length > max && (
        <Button size="compact-xs" variant="subtle" onClick={() => setLimit(max + 500)}>
          {t("scoring.errors.more", { count: shown.length - max })}
        </Button>
      )}
      {!isCell && <WorstFrames result={result} />}
    </>
  );
}

function passes(error: ScoringError, { kind, truthType, computedType }: ErrorFilter): boolean {
  if (kind !== undefined && error.kind !== kind) return false;
  // A switch is in no cell of the confusion matrix.
  if (truthType !== undefined && (error.kind === "switch" || (error.truthType ?? null) !== truthType)) return false;
  return computedType === undefined || (error.computedType ?? null) === computedType;
}

function ErrorRow({ error, result }: { readonly error: ScoringError; readonly result: ScoringResult }) {
  const { kind, truthType, truthTrack, computedType, computedTrack, before, confidence, iou } = error;
  return (
    <Table.Tr>
      <Table.Td className={classes.dataset ?? ""}>
        <CutText>{result.pairs[error.pair]?.computed.name ?? ""}</CutText>
      </Table.Td>
      <Table.Td>
        <FrameLink {...{ result, pair: error.pair, frame: error.frame }} />
      </Table.Td>
      <Table.Td>{t(`scoring.kind.${kind}`)}</Table.Td>
      <Table.Td>
        {truthType !== undefined && t("scoring.errors.track", { type: truthType, track: truthTrack ?? "" })}
      </Table.Td>
      <Table.Td>
        {computedType !== undefined &&
          (before === undefined
            ? t("scoring.errors.track", { type: computedType, track: computedTrack ?? "" })
            : t("scoring.errors.from", { type: computedType, track: computedTrack ?? "", before }))}
      </Table.Td>
      <Table.Td ta="right">{confidence !== undefined && shareText(confidence)}</Table.Td>
      <Table.Td ta="right">{iou !== undefined && shareText(iou)}</Table.Td>
    </Table.Tr>
  );
}

interface FrameLinkProps {
  readonly result: ScoringResult;
  readonly pair: number;
  readonly frame: number;
}

/** Links to the computed annotations; if the truth is a set of the same dataset, it is shown with them. */
function FrameLink({ result, pair, frame }: FrameLinkProps) {
  const { computed, truth } = result.pairs[pair] ?? {};
  if (computed === undefined) return formatNumber(frame);
  const set = computed.set === "" ? "" : `/set/${encodeURIComponent(computed.set)}`;
  const query = new URLSearchParams({ frame: String(frame) });
  if (truth?.datasetId === computed.datasetId && truth.set !== computed.set && truth.set !== "") {
    query.set("comparisonSets", truth.set);
  }
  return (
    <Anchor
      component={Link}
      fz="sm"
      to={`/viewer/${computed.datasetId}${set}?${query.toString()}`}
      aria-label={t("scoring.errors.open", { name: computed.name, frame })}
    >
      {frame}
    </Anchor>
  );
}

function WorstFrames({ result }: { readonly result: ScoringResult }) {
  const { frames, framesLeftOut } = result.scoring.errors;
  const [max, setLimit] = useState(firstFrames);
  if (frames.length === 0) return null;
  return (
    <section>
      <Title order={3} fz="sm" mt="md">
        {t("scoring.frames.title")}
      </Title>
      <Table fz="sm" w="auto" verticalSpacing={3} aria-label={t("scoring.frames.title")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("scoring.errors.dataset")}</Table.Th>
            <Table.Th>{t("scoring.errors.frame")}</Table.Th>
            {(["missed", "extra", "otherType"] as const).map((kind) => (
              <Table.Th key={kind} ta="right">
                {t(`scoring.kind.${kind}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {frames.slice(0, max).map(({ pair, frame, missed, extra, otherType }) => (
            <Table.Tr key={`${pair} ${frame}`}>
              <Table.Td>{result.pairs[pair]?.computed.name}</Table.Td>
              <Table.Td>
                <FrameLink {...{ result, pair, frame }} />
              </Table.Td>
              <Table.Td ta="right">{formatNumber(missed)}</Table.Td>
              <Table.Td ta="right">{formatNumber(extra)}</Table.Td>
              <Table.Td ta="right">{formatNumber(otherType)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {frames.length > max ? (
        <Button size="compact-xs" variant="subtle" onClick={() => setLimit(max + 100)}>
          {t("scoring.errors.more", { count: frames.length - max })}
        </Button>
      ) : (
        framesLeftOut > 0 && (
          <Text fz="sm" c="dimmed">
            {t("scoring.frames.leftOut", { count: framesLeftOut })}
          </Text>
        )
      )}
    </section>
  );
}
