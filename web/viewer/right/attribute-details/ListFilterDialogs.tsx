/** Dialogs that add a filter of listed attributes in two steps, and edit an existing one. */

import { Button, Radio, Stack, Stepper } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { useState } from "react";
import type { PanelFilter } from "#core";
import { t } from "../../../base/texts/index.ts";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";
import { ListFilterFields } from "./ListFilterFields.tsx";
import { newListFilter, settled, type ListFilterType } from "./list-filters.ts";

interface AddProps {
  readonly names: readonly string[];
  onCreate(filter: PanelFilter): void;
  onClose(): void;
}

const types: readonly ListFilterType[] = ["number", "text", "key"];

export function AddListFilterDialog({ names, onCreate, onClose }: AddProps) {
  const [step, setStep] = useState(0);
  const [filter, setFilter] = useState<PanelFilter>(() => newListFilter("number"));
  return (
    <MountedModal onClose={onClose} title={t("filters.addListTitle")}>
      <Stepper active={step} onStepClick={setStep} size="xs" allowNextStepsSelect={false}>
        <Stepper.Step label={t("filters.chooseType")}>
          <Radio.Group
            aria-label={t("filters.chooseType")}
            value={filter.dataType}
            onChange={(type) => setFilter(newListFilter(type))}
          >
            <Stack gap="sm" py="sm">
              {types.map((type) => (
                <Radio key={type} value={type} label={t(`filters.${type}`)} description={t(`filters.${type}Hint`)} />
              ))}
            </Stack>
          </Radio.Group>
        </Stepper.Step>
        <Stepper.Step label={t("filters.configure")}>
          <ListFilterFields filter={filter} names={names} onChange={setFilter} />
        </Stepper.Step>
      </Stepper>
      <DialogButtons>
        {step === 0 ? (
          <>
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button onClick={() => setStep(1)}>{t("filters.next")}</Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => setStep(0)}>
              {t("filters.back")}
            </Button>
            <Button
              onClick={() => {
                onCreate(settled(filter));
                onClose();
              }}
            >
              {t("filters.create")}
            </Button>
          </>
        )}
      </DialogButtons>
    </MountedModal>
  );
}

interface SettingsProps {
  readonly before: PanelFilter;
  readonly names: readonly string[];
  onSave(filter: PanelFilter): void;
  onClose(): void;
}

export function ListFilterSettings({ before, names, onSave, onClose }: SettingsProps) {
  const [filter, setFilter] = useState(before);
  return (
    <MountedModal onClose={onClose} title={t("filters.settingsTitle")}>
      <ListFilterFields filter={filter} names={names} onChange={setFilter} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button
          onClick={() => {
            onSave(settled(filter));
            onClose();
          }}
        >
          {t("filters.save")}
        </Button>
      </DialogButtons>
    </MountedModal>
  );
}
