/** The annotation sets of the dataset: switch, compare two, add one. */

import { Button, Checkbox, Skeleton, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconStarFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { annotationSetsQuery } from "../../../queries/annotations.ts";
import { defaultSetName } from "../../../base/annotation-set.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { viewerPath } from "../../open/viewer-path.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import { AddSet } from "./AddSet.tsx";
import classes from "./AnnotationSets.module.css";

export function AnnotationSets() {
  useSignals();
  const { workspace } = useViewer();
  const { id } = workspace.dataset;
  const { datasetId, setName, comparedSet } = workspace.active.value.document.value.address;
  const sets = useQuery(annotationSetsQuery(datasetId));
  const current = setName ?? defaultSetName;
  const named = sets.data ?? [];
  // The server lists a set after its first save; the open one is always listed.
  const names = [defaultSetName, ...new Set([...named, ...(setName === undefined ? [] : [setName])])];
  return (
    <div className={classes.panel}>
      {comparedSet === undefined ? (
        <Text c="dimmed">{t("history.setsHint")}</Text>
      ) : (
        <div className={classes.banner} role="note">
          <Text>{t("history.comparing", { compared: comparedSet, shown: current })}</Text>
          <Button component={Link} to={viewerPath({ datasetId: id, setName })} size="xs">
            {t("history.stopComparing")}
          </Button>
        </div>
      )}
      {sets.isPending && <Skeleton h={30} mt="sm" />}
      {sets.isError && sets.data === undefined && (
        <ErrorAlert
          title={t("history.setsFailed")}
          text={errorText(sets.error)}
          action={{ label: t("common.retry"), onClick: () => void sets.refetch() }}
        />
      )}
      {!sets.isPending && <SetList key={comparedSet} names={names} current={current} comparedSet={comparedSet} />}
      <AddSet existing={names} />
    </div>
  );
}

interface SetListProps {
  readonly names: readonly string[];
  readonly current: string;
  readonly comparedSet: string | undefined;
}

function SetList({ names, current, comparedSet }: SetListProps) {
  const { workspace } = useViewer();
  const { id: datasetId } = workspace.dataset;
  const navigate = useNavigate();
  const [checked, setChecked] = useState<readonly string[]>(comparedSet === undefined ? [] : [comparedSet]);
  const compare = () => navigate(viewerPath({ datasetId, setName: current, comparisonSets: checked }));
  return (
    <>
      <ul className={classes.list} aria-label={t("history.setList")}>
        {names.map((name) => (
          <li key={name} className={classes.set} aria-current={name === current || undefined}>
            {name === current ? (
              <IconStarFilled
                size={14}
                className={classes.star ?? ""}
                aria-label={t("history.setCurrent")}
                role="img"
              />
            ) : (
              <Checkbox
                size="xs"
                aria-label={t("history.setCompareWith", { name })}
                checked={checked.includes(name)}
                onChange={(event) =>
                  setChecked(
                    event.currentTarget.checked ? [...checked, name] : checked.filter((other) => other !== name),
                  )
                }
              />
            )}
            <Link
              className={classes.name}
              to={viewerPath({ datasetId, setName: name })}
              aria-label={t("history.setOpen", { name })}
            >
              <CutText>{name}</CutText>
            </Link>
          </li>
        ))}
      </ul>
      {names.length > 1 && (
        <div className={classes.compare}>
          <Button variant="default" size="xs" disabled={checked.length === 0} onClick={() => void compare()}>
            {t("history.compare")}
          </Button>
          <Text c="dimmed" size="xs">
            {t(checked.length > 1 ? "history.comparingFirst" : "history.compareHint")}
          </Text>
        </div>
      )}
    </>
  );
}
