/** How well people agree who annotated the same frames, by person and type, and the frames on which they differ. */
import { Anchor, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TaskAgreement } from "#schemas/wire";
import { defaultSetName } from "../../base/annotation-set.ts";
import { t } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";
import { taskAgreementQuery } from "../../queries/tasks.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

export default function AgreementPart({ folderId }: { readonly folderId: string }) {
  const answer = useQuery(taskAgreementQuery(folderId));
  return (
    <ListAnswer of={answer}>
      {({ rows, frames, framesLeftOut, waiting, leftOut, hidden }) => (
        <div className={classes.scrolled}>
          <Text size="sm" px="md" pb="sm" {...statusProps}>
            {rows.length === 0 ? t("team.agreement.none") : t("team.agreement.about")}
            {waiting > 0 && ` ${t("team.agreement.waiting", { count: waiting })}`}
            {leftOut > 0 && ` ${t("team.agreement.leftOut", { count: leftOut })}`}
          </Text>
          {rows.length > 0 && (
            <>
              <Numbers rows={rows} />
              <Title order={2} size="h5" px="md" pt="lg" pb={4}>
                {t("team.agreement.frames")}
              </Title>
              {frames.length === 0 ? (
                <Text size="sm" px="md">
                  {t("team.agreement.noFrames")}
                </Text>
              ) : (
                <Frames frames={frames} />
              )}
              {framesLeftOut > 0 && (
                <Text size="sm" c="dimmed" px="md" py="xs">
                  {t("team.agreement.framesLeftOut", { count: framesLeftOut })}
                </Text>
              )}
            </>
          )}
          {(hidden.rows.length > 0 || hidden.seen > 0) && <Hidden hidden={hidden} />}
        </div>
      )}
    </ListAnswer>
  );
}

/** On frames whose truth the people cannot see. */
function Hidden({ hidden: { rows, seen, leftOut } }: Pick<TaskAgreement, "hidden">) {
  return (
    <>
      <Title order={2} size="h5" px="md" pt="lg" pb={4}>
        {t("team.hidden")}
      </Title>
      <Text size="sm" px="md" pb="xs">
        {t("team.hidden.about")}
        {seen > 0 && ` ${t("team.hidden.seen", { count: seen })}`}
        {leftOut > 0 && ` ${t("team.hidden.leftOut", { count: leftOut })}`}
      </Text>
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={680} type="native">
          <Table className={classes.table ?? ""} aria-label={t("team.hidden")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("team.agreement.person")}</Table.Th>
                <Table.Th>{t("team.agreement.type")}</Table.Th>
                {[t("team.hidden.boxes"), t("team.hidden.truth"), ...measureNames].map((name) => (
                  <Table.Th key={name} ta="right">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ login, type, boxes, truthBoxes, f1, meanIou, hota, idf1 }) => (
                <Table.Tr key={JSON.stringify([login, type])}>
                  <Table.Td>{login}</Table.Td>
                  <Table.Td fw={type === undefined ? 600 : undefined}>{type ?? t("team.agreement.allTypes")}</Table.Td>
                  {[formatNumber(boxes), formatNumber(truthBoxes), ...[f1, meanIou, hota, idf1].map(share)].map(
                    (text, at) => (
                      <Table.Td key={at} ta="right">
                        {text}
                      </Table.Td>
                    ),
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}

const measureNames = ["F1", "IoU", "HOTA", "IDF1"];
const share = (value: number | null): string => (value === null ? "–" : formatFixed(value, 2));

function Numbers({ rows }: Pick<TaskAgreement, "rows">) {
  return (
    <Table.ScrollContainer minWidth={680} type="native">
      <Table className={classes.table ?? ""} aria-label={t("team.agreement")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("team.agreement.person")}</Table.Th>
            <Table.Th>{t("team.agreement.other")}</Table.Th>
            <Table.Th>{t("team.agreement.type")}</Table.Th>
            <Table.Th ta="right">{t("team.agreement.boxes")}</Table.Th>
            {measureNames.map((name) => (
              <Table.Th key={name} ta="right">
                {name}
              </Table.Th>
            ))}
            <Table.Th ta="right">{t("team.agreement.values")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ login, other, type, boxes, otherBoxes, f1, meanIou, hota, idf1, ...values }) => (
            <Table.Tr key={JSON.stringify([login, other, type])}>
              <Table.Td>{login}</Table.Td>
              <Table.Td>{other ?? t("team.agreement.everyone")}</Table.Td>
              <Table.Td fw={type === undefined ? 600 : undefined}>{type ?? t("team.agreement.allTypes")}</Table.Td>
              <Table.Td ta="right">
                {formatNumber(boxes)} / {formatNumber(otherBoxes)}
              </Table.Td>
              {[f1, meanIou, hota, idf1].map((value, at) => (
                <Table.Td key={at} ta="right">
                  {share(value)}
                </Table.Td>
              ))}
              <Table.Td ta="right">
                {values.comparedValues === 0
                  ? "–"
                  : t("team.agreement.same", {
                      same: formatNumber(values.sameValues),
                      all: formatNumber(values.comparedValues),
                    })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type Differing = TaskAgreement["frames"][number];

function Frames({ frames }: { readonly frames: readonly Differing[] }) {
  return (
    <Table.ScrollContainer minWidth={680} type="native">
      <Table className={classes.table ?? ""} aria-label={t("team.agreement.frames")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("tasks.column.dataset")}</Table.Th>
            <Table.Th>{t("team.agreement.people")}</Table.Th>
            <Table.Th>{t("team.agreement.difference")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {frames.map((differing) => {
            const { datasetId, datasetName, login, other, frame } = differing;
            return (
              <Table.Tr key={JSON.stringify([datasetId, login, other, frame])}>
                <Table.Td>
                  <Anchor component={Link} to={addressOf(differing)} size="sm">
                    {t("team.agreement.frame", { name: datasetName, frame })}
                  </Anchor>
                </Table.Td>
                <Table.Td>{t("team.agreement.two", { login, other })}</Table.Td>
                <Table.Td>{differenceText(differing)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The set of one person, together with the set of the other one. */
function addressOf({ datasetId, set, otherSet, frame }: Differing): string {
  const place = set === undefined ? "" : `/set/${encodeURIComponent(set)}`;
  const query = new URLSearchParams({ comparisonSets: otherSet ?? defaultSetName, frame: String(frame) });
  return `/viewer/${datasetId}${place}?${query.toString()}`;
}

function differenceText({ login, other, extra, missed, otherType }: Differing): string {
  return [
    ...(extra > 0 ? [t("team.agreement.only", { login, count: extra })] : []),
    ...(missed > 0 ? [t("team.agreement.only", { login: other, count: missed })] : []),
    ...(otherType > 0 ? [t("team.agreement.otherType", { count: otherType })] : []),
  ].join(", ");
}
