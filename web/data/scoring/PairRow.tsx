/** One pair: which annotations are compared with which truth. */
import { ActionIcon, NumberInput, Select, Table } from "@mantine/core";
import { IconArrowsLeftRight, IconTrash } from "@tabler/icons-react";
import type { ScoringSources } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { notChosen, type Pair, type Side } from "./pairs.ts";
import classes from "./ScoringPage.module.css";

interface PairRowProps {
  readonly pair: Pair;
  /** From 1. */
  readonly number: number;
  readonly sources: readonly ScoringSources[];
  onChange(pair: Pair): void;
  onRemove(): void;
}

export function PairRow({ pair, number, sources, onChange, onRemove }: PairRowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <SideFields
          {...{ number, sources, side: pair.computed, name: t("scoring.computed") }}
          onChange={(computed) => onChange({ ...pair, computed })}
        />
      </Table.Td>
      <Table.Td w={44}>
        <Tip label={t("scoring.pair.swap", { number })}>
          <ActionIcon
            aria-label={t("scoring.pair.swap", { number })}
            onClick={() => onChange({ ...pair, computed: pair.truth, truth: pair.computed })}
          >
            <IconArrowsLeftRight size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Table.Td>
      <Table.Td>
        <SideFields
          {...{ number, sources, side: pair.truth, name: t("scoring.truth") }}
          onChange={(truth) => onChange({ ...pair, truth })}
        />
      </Table.Td>
      <Table.Td w={44}>
        <Tip label={t("scoring.pair.remove", { number })}>
          <ActionIcon aria-label={t("scoring.pair.remove", { number })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Table.Td>
    </Table.Tr>
  );
}

interface SideFieldsProps {
  readonly side: Side;
  readonly name: string;
  readonly number: number;
  readonly sources: readonly ScoringSources[];
  onChange(side: Side): void;
}

function SideFields({ side, name, number, sources, onChange }: SideFieldsProps) {
  const source = sources.find(({ datasetId }) => datasetId === side.datasetId);
  const choices = [
    { value: "current", label: t("scoring.source.current") },
    ...(source?.sets ?? []).map((set) => ({ value: `set ${set.name}`, label: t("scoring.source.set", set) })),
    ...((source?.revision ?? 0) > 0 ? [{ value: "revision", label: t("scoring.source.revision") }] : []),
  ];
  const chosen = side.revision !== undefined ? "revision" : side.set === "" ? "current" : `set ${side.set}`;
  return (
    <div className={classes.side}>
      <Select
        size="xs"
        aria-label={t("scoring.pair.dataset", { side: name, number })}
        placeholder={t("scoring.pair.choose")}
        title={source?.name}
        data={sources.map(({ datasetId, name: label }) => ({ value: datasetId, label }))}
        value={side.datasetId === "" ? null : side.datasetId}
        onChange={(datasetId) => onChange({ ...notChosen, datasetId: datasetId ?? "" })}
      />
      <Select
        size="xs"
        aria-label={t("scoring.pair.source", { side: name, number })}
        disabled={source === undefined}
        allowDeselect={false}
        data={choices}
        value={chosen}
        onChange={(value) =>
          onChange({
            datasetId: side.datasetId,
            set: value?.startsWith("set ") === true ? value.slice(4) : "",
            revision: value === "revision" ? (source?.revision ?? 1) : undefined,
          })
        }
      />
      {side.revision !== undefined && (
        <NumberInput
          size="xs"
          w={90}
          aria-label={t("scoring.pair.revision", { side: name, number })}
          min={1}
          max={source?.revision ?? 1}
          clampBehavior="strict"
          allowDecimal={false}
          value={side.revision}
          onChange={(value) => typeof value === "number" && onChange({ ...side, revision: value })}
        />
      )}
    </div>
  );
}
