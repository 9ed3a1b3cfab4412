/** The "Main" tab: name, data type, input, owner (track or detection) and shortcut keys. */

import { NumberInput, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { t } from "../../../base/texts/index.ts";
import type { SliderFields } from "../../../session/attributes/definition-rules.ts";
import classes from "./AttributeDialog.module.css";
import type { AttributeDraft, DraftProblems } from "./attribute-draft.ts";
import { ColorButton } from "./ColorButton.tsx";
import { ShortcutFields } from "./ShortcutFields.tsx";
import type { ShortcutDraft } from "./shortcut-rules.ts";
import type { StoredValues } from "./stored-values.ts";
import { statusProps } from "../../../ui/page/announce.ts";

interface MainTabProps {
  readonly draft: AttributeDraft;
  readonly problems: DraftProblems;
  readonly isNew: boolean;
  /** The values that annotations have under its name. */
  readonly stored: StoredValues;
  change(part: Partial<AttributeDraft>): void;
  setDatatype(datatype: AttributeDraft["datatype"]): void;
  readonly shortcuts: readonly ShortcutDraft[];
  readonly shortcutProblems: readonly (string | undefined)[];
  setShortcuts(shortcuts: readonly ShortcutDraft[]): void;
}

export function MainTab(props: MainTabProps) {
  const { draft, problems, isNew, stored, change, setDatatype, shortcuts, shortcutProblems, setShortcuts } = props;
  const misfits = stored.total - stored[draft.datatype];
  return (
    <Stack gap="sm" className={classes.tab ?? ""}>
      <div className={classes.pair}>
        <TextInput
          label={t("attributes.name")}
          data-autofocus={isNew || undefined}
          disabled={!isNew}
          {...(!isNew && { description: t("attributes.nameFixed") })}
          value={draft.name}
          error={problems.name && t(`attributes.${problems.name}`)}
          autoComplete="off"
          spellCheck={false}
          // Select the suggested name, so that typing replaces it.
          {...(isNew && { onFocus: (event) => event.currentTarget.select() })}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          size="sm"
          label={t("attributes.datatype")}
          value={draft.datatype}
          data={[
            { value: "text", label: t("attributes.text") },
            { value: "number", label: t("attributes.number") },
            { value: "boolean", label: t("attributes.boolean") },
          ]}
          onChange={(datatype) => datatype !== null && setDatatype(datatype)}
        />
      </div>
      {misfits > 0 && (
        <Text size="sm" c="orange" {...statusProps}>
          {t("attributes.valuesMisfit", { count: misfits })}
        </Text>
      )}
      {draft.datatype === "text" && <TextFields draft={draft} change={change} />}
      {draft.datatype === "number" && <NumberFields draft={draft} problems={problems} change={change} />}
      <Switch
        label={t("attributes.user")}
        description={
          draft.isUser && stored.total > 0
            ? t("attributes.valuesOfAll", { count: stored.total })
            : t("attributes.userHint")
        }
        checked={draft.isUser}
        onChange={(event) => change({ isUser: event.currentTarget.checked })}
      />
      <div className={classes.rowCenter}>
        <ColorButton color={draft.color} label={t("attributes.color")} onChange={(color) => change({ color })} />
        <Text>{t("attributes.color")}</Text>
      </div>
      <ShortcutFields shortcuts={shortcuts} problems={shortcutProblems} onChange={setShortcuts} />
    </Stack>
  );
}

type FieldsProps = Pick<MainTabProps, "draft" | "change">;

function TextFields({ draft, change }: FieldsProps) {
  return (
    <>
      <Textarea
        label={t("attributes.values")}
        description={t("attributes.valuesHint")}
        autosize
        minRows={3}
        maxRows={8}
        value={draft.values.join("\n")}
        onChange={(event) => change({ values: event.currentTarget.value.split("\n") })}
      />
      <Switch
        label={t("attributes.onlyPredefined")}
        checked={draft.editor === "locked"}
        onChange={(event) => change({ editor: event.currentTarget.checked ? "locked" : "freeform" })}
      />
    </>
  );
}

function NumberFields({ draft, problems, change }: FieldsProps & Pick<MainTabProps, "problems">) {
  const field = (name: keyof SliderFields) => {
    const problem = problems.slider[name];
    return (
      <NumberInput
        label={t(`attributes.${name}`)}
        value={draft.slider[name]}
        error={problem && t(`attributes.${problem}`)}
        onChange={(value) => change({ slider: { ...draft.slider, [name]: value } })}
      />
    );
  };
  return (
    <>
      <Select
        size="sm"
        label={t("attributes.editor")}
        value={draft.editor}
        data={[
          { value: "combo", label: t("attributes.combo") },
          { value: "slider", label: t("attributes.slider") },
        ]}
        onChange={(editor) => (editor === "combo" || editor === "slider") && change({ editor })}
      />
      {draft.editor === "slider" && (
        <div className={classes.triple}>
          {field("min")}
          {field("max")}
          {field("steps")}
        </div>
      )}
    </>
  );
}
