/** The numbers of a result: their names, order and formats. */
import type { ScoringResult } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";
import { formatNumber } from "../../ui/text/format.ts";

export type Numbers = Omit<ScoringResult["scoring"]["classes"][number], "type"> & {
  readonly classAccuracy?: number | null;
};

export interface NamedNumber {
  /** The name in the API. */
  readonly key: string;
  readonly name: string;
  readonly value: number | null;
  readonly text: string;
}

/** A share with three digits; a dash if it is undefined. */
export const shareText = (value: number | null | undefined): string => (value == null ? "–" : formatFixed(value, 3));

const shares = (keys: readonly (readonly [key: string, name: string, value: number | null | undefined])[]) =>
  keys.flatMap(([key, name, value]): NamedNumber[] =>
    value === undefined ? [] : [{ key, name, value, text: shareText(value) }],
  );
const counts = (keys: readonly (readonly [key: string, name: string, value: number])[]): NamedNumber[] =>
  keys.map(([key, name, value]) => ({ key, name, value, text: formatNumber(value) }));

/** In groups with headings. */
export function numberGroups(numbers: Numbers, iouThreshold: number): readonly (readonly [string, NamedNumber[]])[] {
  const iou = formatNumber(iouThreshold);
  const { tracking } = numbers;
  return [
    [
      t("scoring.group.detection", { iou }),
      [
        ...shares([
          ["precision", t("scoring.number.precision"), numbers.precision],
          ["recall", t("scoring.number.recall"), numbers.recall],
          ["f1", t("scoring.number.f1"), numbers.f1],
          ["classAccuracy", t("scoring.number.classAccuracy"), numbers.classAccuracy],
        ]),
        ...counts([
          ["tp", t("scoring.number.tp"), numbers.tp],
          ["fp", t("scoring.number.fp"), numbers.fp],
          ["fn", t("scoring.number.fn"), numbers.fn],
          ["truthBoxes", t("scoring.number.truthBoxes"), numbers.truthBoxes],
          ["computedBoxes", t("scoring.number.computedBoxes"), numbers.computedBoxes],
        ]),
      ],
    ],
    [
      t("scoring.group.precision"),
      shares([
        ["map", t("scoring.number.map"), numbers.map],
        ["ap50", t("scoring.number.ap50"), numbers.ap50],
        ["ap75", t("scoring.number.ap75"), numbers.ap75],
        ["ap", t("scoring.number.ap", { iou }), numbers.ap],
      ]),
    ],
    [
      t("scoring.group.places"),
      shares([
        ["meanIou", t("scoring.number.meanIou"), numbers.meanIou],
        ["medianIou", t("scoring.number.medianIou"), numbers.medianIou],
        ["centreDistance", t("scoring.number.centreDistance"), numbers.centreDistance],
        ["sizeError", t("scoring.number.sizeError"), numbers.sizeError],
      ]),
    ],
    ...markGroups(numbers),
    [
      t("scoring.group.tracking"),
      [
        ...(tracking === undefined
          ? []
          : shares([
              ["hota", "HOTA", tracking.hota],
              ["detA", "DetA", tracking.detA],
              ["assA", "AssA", tracking.assA],
              ["locA", "LocA", tracking.locA],
              ["mota", "MOTA", tracking.mota],
              ["motp", "MOTP", tracking.motp],
              ["idf1", "IDF1", tracking.idf1],
              ["idPrecision", t("scoring.number.idPrecision"), tracking.idPrecision],
              ["idRecall", t("scoring.number.idRecall"), tracking.idRecall],
            ])),
        ...(tracking === undefined
          ? []
          : counts([
              ["switches", t("scoring.number.switches"), tracking.switches],
              ["fragmentations", t("scoring.number.fragmentations"), tracking.fragmentations],
            ])),
        ...counts([
          ["truthTracks", t("scoring.number.truthTracks"), numbers.truthTracks],
          ["computedTracks", t("scoring.number.computedTracks"), numbers.computedTracks],
        ]),
      ],
    ],
  ];
}

/** Without the groups. */
export const numbersOf = (numbers: Numbers, iouThreshold: number): readonly NamedNumber[] =>
  numberGroups(numbers, iouThreshold).flatMap(([, list]) => list);

/** Only for marks that both sides have. */
function markGroups({ polygons, keypoints, lengths }: Numbers): readonly (readonly [string, NamedNumber[]])[] {
  const groups: [string, NamedNumber[]][] = [];
  if (polygons !== undefined) {
    groups.push([
      t("scoring.group.polygons"),
      [
        ...shares([["polygonIou", t("scoring.number.meanIou"), polygons.meanIou]]),
        ...counts([["polygonCount", t("scoring.number.compared"), polygons.count]]),
      ],
    ]);
  }
  if (keypoints !== undefined) {
    groups.push([
      t("scoring.group.keypoints"),
      [
        ...shares([
          ["pck", t("scoring.number.pck"), keypoints.pck],
          ["pckHead", t("scoring.number.pckHead"), keypoints.pckHead],
          ["pckTail", t("scoring.number.pckTail"), keypoints.pckTail],
          ["keypointDistance", t("scoring.number.distance"), keypoints.distance],
        ]),
        ...counts([["keypointCount", t("scoring.number.compared"), keypoints.count]]),
      ],
    ]);
  }
  if (lengths !== undefined) {
    groups.push([
      t("scoring.group.lengths"),
      [
        ...shares([
          ["lengthMae", t("scoring.number.mae"), lengths.mae],
          ["lengthMape", t("scoring.number.mape"), lengths.mape],
          ["lengthRmse", t("scoring.number.rmse"), lengths.rmse],
          ["lengthBias", t("scoring.number.bias"), lengths.bias],
        ]),
        ...counts([["lengthCount", t("scoring.number.compared"), lengths.count]]),
      ],
    ]);
  }
  return groups;
}
