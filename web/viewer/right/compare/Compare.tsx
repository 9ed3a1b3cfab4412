/**
 * Compares the shown annotations with another set or revision, of this dataset or of another one: the choice, and the
 * differences.
 */

import { Progress, Tabs, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { useViewer } from "../../viewer-context.ts";
import { AgreementNumbers } from "./AgreementNumbers.tsx";
import classes from "./Compare.module.css";
import { ComparedChoice } from "./ComparedChoice.tsx";
import { Differences } from "./Differences.tsx";

export function Compare() {
  useSignals();
  const { comparison } = useViewer();
  useEffect(() => comparison.show(), [comparison]);
  const state = comparison.state.value;
  return (
    <div className={classes.panel}>
      {/* The rows of the list need the room. */}
      {state.kind === "none" && <Text c="dimmed">{t("compare.hint")}</Text>}
      <ComparedChoice />
      {state.kind === "loading" && (
        <Progress mt="sm" value={Math.max(4, state.share * 100)} aria-label={t("compare.loading")} />
      )}
      {state.kind === "failed" && (
        <ErrorAlert
          title={t("compare.failed")}
          text={errorText(state.error)}
          action={{ label: t("common.retry"), onClick: () => void comparison.begin(state.other) }}
        />
      )}
      {state.kind === "ready" && comparison.other !== undefined && (
        <Tabs defaultValue="tracks" mt="xs" keepMounted={false}>
          <Tabs.List aria-label={t("compare.views")}>
            <Tabs.Tab value="tracks">{t("compare.tabTracks")}</Tabs.Tab>
            <Tabs.Tab value="numbers">{t("compare.tabNumbers")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tracks">
            <Differences state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="numbers">
            <AgreementNumbers other={comparison.other} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}
