/** Corrections to the results of pipelines in a place, run by run; a run opens to its types. */
import { Anchor, Button, Group, Table, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { correctionsCsv } from "#schemas/corrections-csv";
import type { RunCorrections } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";
import { runCorrectionsQuery } from "../../queries/tasks.ts";
import { downloadFile } from "../../ui/page/download-file.ts";
import { formatDate, formatNumber } from "../../ui/text/format.ts";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

interface Props {
  readonly folderId: string;
  readonly name: string;
}

type Row = RunCorrections["rows"][number];

export default function CorrectionsPart({ folderId, name }: Props) {
  const answer = useQuery(runCorrectionsQuery(folderId));
  return (
    <ListAnswer of={answer}>
      {({ rows, leftOut }) => (
        <div className={classes.scrolled}>
          <Group px="md" pb="sm" gap="sm">
            <Text size="sm" {...statusProps} flex={1}>
              {t(rows.length === 0 ? "team.corrections.none" : "team.corrections.about")}
              {leftOut > 0 && ` ${t("team.corrections.leftOut", { count: leftOut })}`}
            </Text>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={15} stroke={1.75} />}
              disabled={rows.length === 0}
              onClick={() => {
                const content = new Blob([correctionsCsv(rows)], { type: "text/csv" });
                downloadFile({ name: `${name} corrections.csv`, content });
              }}
            >
              {t("team.corrections.csv")}
            </Button>
          </Group>
          {rows.length > 0 && <Runs rows={rows} />}
        </div>
      )}
    </ListAnswer>
  );
}

function Runs({ rows }: { readonly rows: readonly Row[] }) {
  const titles = ["boxes", "kept", "moved", "iou", "split", "deleted", "missed", "retyped"] as const;
  return (
    <Table.ScrollContainer minWidth={900} type="native">
      <Table className={classes.table ?? ""} aria-label={t("team.corrections")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("team.corrections.run")}</Table.Th>
            <Table.Th>{t("team.agreement.type")}</Table.Th>
            {titles.map((title) => (
              <Table.Th key={title} ta="right">
                {t(`team.corrections.${title}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...Map.groupBy(rows, runOf)].map(([run, ofRun]) =>
            ofRun.map((row, n) => (
              <Table.Tr key={JSON.stringify([run, row.type])}>
                {n === 0 && (
                  <Table.Th scope="rowgroup" rowSpan={ofRun.length} fw={400} style={{ verticalAlign: "top" }}>
                    <Run row={row} />
                  </Table.Th>
                )}
                <Table.Td fw={row.type === undefined ? 600 : undefined}>
                  {row.type ?? t("team.agreement.allTypes")}
                </Table.Td>
                {numbersOf(row).map((text, at) => (
                  <Table.Td key={titles[at]} ta="right">
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const runOf = ({ datasetId, set, revision }: Row): string => JSON.stringify([datasetId, set, revision]);

function Run({ row: { datasetId, datasetName, set, run, login, created } }: { readonly row: Row }) {
  const place = set === undefined ? "" : `/set/${encodeURIComponent(set)}`;
  return (
    <>
      <Anchor component={Link} to={`/viewer/${datasetId}${place}`} size="sm">
        {[datasetName, set].filter((part) => part !== undefined).join(" · ")}
      </Anchor>
      <Text size="xs" c="dimmed">
        {t("team.corrections.by", { run, login, date: formatDate(created) })}
      </Text>
    </>
  );
}

function numbersOf({ boxes, kept, moved, movedIou, split, deleted, missed, retyped }: Row): string[] {
  const iou = movedIou === null ? "–" : formatFixed(movedIou, 2);
  return [
    ...[boxes, kept, moved].map((n) => formatNumber(n)),
    iou,
    ...[split, deleted, missed, retyped].map((n) => formatNumber(n)),
  ];
}
