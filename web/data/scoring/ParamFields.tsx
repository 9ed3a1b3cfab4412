/** The parameters of a scoring: the two common ones, and the others under a button. */
import { Collapse, NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { unknownType } from "#core/types";
import type { ScoringParams } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import classes from "./ScoringPage.module.css";

const matchModes = ["box", "polygon"] as const;
const estimators = ["min", "idf1", "mota", "f1"] as const;

interface ParamFieldsProps {
  readonly params: ScoringParams;
  readonly title: string;
  onChange(params: ScoringParams): void;
  onTitle(title: string): void;
}

export function ParamFields({ params, title, onChange, onTitle }: ParamFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const set = (changes: Partial<ScoringParams>): void => onChange({ ...params, ...changes });
  const setSurvey = (size: number): void => {
    const { survey: _, ...others } = params;
    onChange(size > 0 ? { ...others, survey: { size, seed: 1 } } : others);
  };
  const share = (name: "iouThreshold" | "confidenceThreshold" | "keypointTolerance", min: number) => (
    <NumberInput
      size="xs"
      label={t(`scoring.param.${name}`)}
      description={t(`scoring.param.${name}Hint`)}
      min={min}
      max={1}
      step={0.05}
      decimalScale={3}
      value={params[name]}
      onChange={(value) => typeof value === "number" && set({ [name]: value })}
    />
  );
  const toggle = (name: "perClass" | "topClassOnly" | "tracking" | "sweep") => (
    <Switch
      size="xs"
      label={t(`scoring.param.${name}`)}
      description={t(`scoring.param.${name}Hint`)}
      checked={params[name]}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={620}>
        {share("iouThreshold", 0.01)}
        {share("confidenceThreshold", 0)}
        <NumberInput
          size="xs"
          label={t("scoring.param.survey")}
          description={t("scoring.param.surveyHint")}
          min={10}
          max={100_000}
          allowDecimal={false}
          value={params.survey?.size ?? ""}
          onChange={(value) => setSurvey(Number(value))}
        />
      </SimpleGrid>
      <UnstyledButton
        className={classes.more ?? ""}
        aria-expanded={isOpen}
        aria-controls="scoring-more"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
        {t("scoring.more")}
      </UnstyledButton>
      <Collapse expanded={isOpen} id="scoring-more">
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={620} verticalSpacing="sm">
          {toggle("perClass")}
          {toggle("tracking")}
          {toggle("topClassOnly")}
          {toggle("sweep")}
          <Select
            size="xs"
            label={t("scoring.param.matchMode")}
            description={t("scoring.param.matchModeHint")}
            allowDeselect={false}
            data={matchModes.map((value) => ({ value, label: t(`scoring.match.${value}`) }))}
            value={params.matchMode}
            onChange={(value) => set({ matchMode: matchModes.find((one) => one === value) ?? "box" })}
          />
          <NumberInput
            size="xs"
            label={t("scoring.param.sweepInterval")}
            description={t("scoring.param.sweepIntervalHint")}
            disabled={!params.sweep}
            min={1}
            max={1000}
            allowDecimal={false}
            value={params.sweepInterval}
            onChange={(value) => typeof value === "number" && set({ sweepInterval: value })}
          />
          <Select
            size="xs"
            label={t("scoring.param.filterEstimator")}
            disabled={!params.sweep || !params.tracking}
            allowDeselect={false}
            data={estimators.map((value) => ({ value, label: t(`scoring.estimator.${value}`) }))}
            value={params.filterEstimator}
            onChange={(value) => set({ filterEstimator: estimators.find((one) => one === value) ?? "min" })}
          />
          {share("keypointTolerance", 0.01)}
          <TextInput
            size="xs"
            label={t("scoring.param.defaultClass")}
            placeholder={unknownType}
            maxLength={300}
            value={params.defaultClass}
            onChange={(event) => set({ defaultClass: event.currentTarget.value })}
          />
          <Textarea
            size="xs"
            autosize
            minRows={2}
            label={t("scoring.param.classSynonyms")}
            description={t("scoring.param.classSynonymsHint")}
            value={params.classSynonyms}
            onChange={(event) => set({ classSynonyms: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label={t("scoring.param.title")}
            description={t("scoring.param.titleHint")}
            maxLength={300}
            value={title}
            onChange={(event) => onTitle(event.currentTarget.value)}
          />
        </SimpleGrid>
      </Collapse>
    </>
  );
}
