/** How often each type occurs in the user's own, published and shared datasets, and in which. */
import { ActionIcon, Badge, Button, Group, ScrollArea, Table } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconTags } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import type { TypeSummary } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { commonColor, shownColor } from "../common-color.ts";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import { TypeSwatch } from "../TypeSwatch.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import classes from "../ListPage.module.css";
import { summaryQuery } from "../../queries/datasets.ts";

/** Mantine colors with enough contrast for light text. */
const chipColors = ["wake", "blue", "grape", "violet", "pink", "orange", "green", "indigo"] as const;

export default function SummaryPage() {
  usePageTitle(t("browse.tab.summary"));
  return (
    <div className={classes.page}>
      <ListAnswer of={useQuery(summaryQuery)}>
        {(types) =>
          types.length === 0 ? (
            <EmptyList
              icon={<IconTags stroke={1.25} />}
              title={t("summary.empty")}
              text={t("summary.emptyText")}
              guide="browsing"
            />
          ) : (
            <SummaryTable types={types} />
          )
        }
      </ListAnswer>
    </div>
  );
}

function SummaryTable({ types }: { readonly types: readonly TypeSummary[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // A dataset has the same color in every row.
  const ids = new Set(types.flatMap((summary) => summary.datasets.map(({ id }) => id)));
  const numbers = new Map([...ids].map((id, number) => [id, number]));
  const colorOf = (id: string) => chipColors[(numbers.get(id) ?? 0) % chipColors.length] ?? "wake";
  const most = Math.max(...types.map(({ count }) => count));
  const toggle = (type: string) => {
    const next = new Set(open);
    if (!next.delete(type)) next.add(type);
    setOpen(next);
  };

  return (
    <ScrollArea className={classes.list ?? ""}>
      <Table className={classes.table ?? ""} stickyHeader highlightOnHover aria-label={t("browse.tab.summary")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40} />
            <Table.Th w="26%">{t("summary.type")}</Table.Th>
            <Table.Th w={150} ta="end">
              {t("summary.datasets")}
            </Table.Th>
            <Table.Th w={150} ta="end">
              {t("summary.tracks")}
            </Table.Th>
            {/* A bar says the same as the number of tracks. */}
            <Table.Th aria-hidden />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.map(({ _id: type, count, datasets }) => {
            const color = commonColor(
              type,
              datasets.map((dataset) => dataset.color),
            );
            return (
              <Fragment key={type}>
                <Table.Tr>
                  <Table.Td>
                    <ActionIcon
                      size="sm"
                      aria-expanded={open.has(type)}
                      aria-label={t("summary.show", { type })}
                      onClick={() => toggle(type)}
                    >
                      {open.has(type) ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
                    </ActionIcon>
                  </Table.Td>
                  <Table.Td fw={500}>
                    <TypeSwatch of={color} />
                    {type}
                  </Table.Td>
                  <Table.Td ta="end">{formatNumber(datasets.length)}</Table.Td>
                  <Table.Td ta="end">{formatNumber(count)}</Table.Td>
                  <Table.Td aria-hidden>
                    <div
                      className={classes.share}
                      style={{ width: `${(count / most) * 100}%`, background: color.color }}
                    />
                  </Table.Td>
                </Table.Tr>
                {open.has(type) && (
                  <Table.Tr>
                    <Table.Td />
                    <Table.Td colSpan={4} py={8}>
                      <DatasetChips {...{ type, datasets, colorOf }} common={color.color} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** More are rendered on request: a type may occur in every dataset of a site. */
const chipsPerStep = 100;

interface DatasetChipsProps extends Pick<DatasetChipProps, "type" | "common"> {
  readonly datasets: TypeSummary["datasets"];
  colorOf(id: string): string;
}

function DatasetChips({ type, common, datasets, colorOf }: DatasetChipsProps) {
  const [max, setLimit] = useState(chipsPerStep);
  const left = datasets.length - max;
  return (
    <Group gap={10}>
      {datasets.slice(0, max).map((dataset) => (
        <DatasetChip key={dataset.id} {...{ type, common }} color={colorOf(dataset.id)} dataset={dataset} />
      ))}
      {left > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setLimit(max + chipsPerStep)}>
          {t("summary.more", { count: formatNumber(Math.min(left, chipsPerStep)) })}
        </Button>
      )}
    </Group>
  );
}

interface DatasetChipProps {
  readonly type: string;
  /** Color of the type in most datasets, `#rrggbb`. */
  readonly common: string;
  /** Color of the chip, by the dataset. */
  readonly color: string;
  readonly dataset: TypeSummary["datasets"][number];
}

/**
 * Two links: to the dataset, and to the type's first frame in it. A camera is opened together with the others of its
 * dataset.
 */
function DatasetChip({ type, common, color, dataset }: DatasetChipProps) {
  const { id, name: own, firstFrame, rig } = dataset;
  const shown = shownColor(type, dataset.color);
  const name = rig === undefined ? own : `${rig.name} / ${rig.camera}`;
  const path = `/viewer/${rig?.id ?? id}`;
  const camera = rig && { camera: rig.camera };
  const frame = formatNumber(firstFrame);
  const look = { component: Link, color, tt: "none", style: { cursor: "pointer" } } as const;
  return (
    <Group gap={2} wrap="nowrap">
      {shown !== common && (
        <TypeSwatch of={{ color: shown, other: undefined }} text={t("summary.otherColor", { name, type })} />
      )}
      <Badge {...look} to={pathWith(path, { ...camera })} variant="light">
        {name}
      </Badge>
      <Badge
        {...look}
        to={pathWith(path, { ...camera, frame: String(firstFrame) })}
        variant="transparent"
        px={4}
        fw={500}
        aria-label={t("summary.openAt", { name, frame, type })}
      >
        {t("summary.frame", { frame })}
      </Badge>
    </Group>
  );
}

function pathWith(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}
