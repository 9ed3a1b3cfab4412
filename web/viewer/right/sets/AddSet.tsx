/** Adds an annotation set with the shown annotations as its first state, and opens it. */

import { Button, Text, TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../base/texts/index.ts";
import { useSubmission } from "../../../features/use-submission.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { viewerPath } from "../../open/viewer-path.ts";
import { refreshHistory } from "../revisions/use-fresh-history.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./AnnotationSets.module.css";
import { refuseSetName } from "./set-name.ts";

export function AddSet({ existing }: { readonly existing: readonly string[] }) {
  useSignals();
  const { saver, workspace } = useViewer();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  // An untouched empty field shows no error.
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, send } = useSubmission();
  const isReadOnly = workspace.readOnly.value !== undefined;
  const refusal = refuseSetName(name, existing);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (refusal !== undefined) return;
    await send(async () => {
      await saver.saveInto(name.trim());
      await refreshHistory(workspace.cameras.map(({ info }) => info.datasetId));
      await navigate(viewerPath({ datasetId: workspace.dataset.id, setName: name.trim() }));
      return "open";
    });
  }

  return (
    <form
      className={classes.add}
      onSubmit={(event) => void add(event)}
      aria-label={t("history.addSetTitle")}
      noValidate
    >
      <h3 className={classes.title}>{t("history.addSetTitle")}</h3>
      {failure !== undefined && <ErrorAlert title={t("history.addSetFailed")} text={failure} />}
      <TextInput
        size="xs"
        label={t("history.addSetName")}
        description={t("history.addSetHint")}
        value={name}
        disabled={isReadOnly}
        error={isTouched && !isReadOnly ? refusal : undefined}
        onBlur={() => setTouched(true)}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setTouched(true);
        }}
      />
      {isReadOnly && (
        <Text c="dimmed" size="xs">
          {t("history.addSetReadOnly")}
        </Text>
      )}
      <Button type="submit" size="xs" loading={isBusy} disabled={isReadOnly || refusal !== undefined}>
        {t("history.addSet")}
      </Button>
    </form>
  );
}
