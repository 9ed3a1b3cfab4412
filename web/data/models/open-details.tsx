/** The details of a model: the data it was trained on, when, by whom, and its scores. */
import { Anchor, DataList, Text } from "@mantine/core";
import type { TrainingRecord } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import type { TrainedModel } from "../../queries/models.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { formatDate, formatNumber, formatSignificant } from "../../ui/text/format.ts";
import { Fact } from "../Fact.tsx";

export function openModelDetails({ name, training }: TrainedModel): void {
  const id = dialogs.open({
    title: t("models.detailsOf", { name }),
    size: "lg",
    closeButtonProps: { "aria-label": t("common.close") },
    children:
      training === undefined ? (
        <Text>{t("models.notRecorded")}</Text>
      ) : (
        <Training training={training} onLeave={() => dialogs.close(id)} />
      ),
  });
}

/** Significant digits of the scores. */
const digits = 3;

function Training({ training, onLeave }: { readonly training: TrainingRecord; onLeave(): void }) {
  const { date, by, configuration, datasets, datasetCount, quality = {} } = training;
  const { averagePrecision, loss, heldOutPictures = 0 } = quality;
  const more = datasetCount - datasets.length;
  return (
    <DataList size="sm" gap={8} labelWidth="150px">
      <Fact label={t("models.trainedOn")}>
        {datasets.map(({ id, name, revision }, index) => (
          <Text key={index} size="sm" style={{ overflowWrap: "anywhere" }}>
            <Anchor
              href={`/viewer/${encodeURIComponent(id)}`}
              fz="sm"
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onLeave();
                navigateTo(`/viewer/${encodeURIComponent(id)}`);
              }}
            >
              {name}
            </Anchor>{" "}
            <Text span size="sm" c="dimmed">
              {t("models.revision", { revision: formatNumber(revision) })}
            </Text>
          </Text>
        ))}
        {more > 0 && (
          <Text size="sm" c="dimmed">
            {t("models.moreDatasets", { count: more })}
          </Text>
        )}
      </Fact>
      <Fact label={t("models.trainedAt")}>{formatDate(date)}</Fact>
      <Fact label={t("models.trainedBy")}>{by}</Fact>
      <Fact label={t("models.configuration")}>{configuration}</Fact>
      {averagePrecision !== undefined && (
        <Fact label={t("models.averagePrecision")}>
          {heldOutPictures > 0
            ? t("models.onPictures", { value: formatNumber(averagePrecision, digits), count: heldOutPictures })
            : formatNumber(averagePrecision, digits)}
        </Fact>
      )}
      {loss !== undefined && <Fact label={t("models.loss")}>{formatSignificant(loss)}</Fact>}
      {averagePrecision === undefined && loss === undefined && (
        <Fact label={t("models.quality")}>{t("models.qualityUnknown")}</Fact>
      )}
    </DataList>
  );
}
