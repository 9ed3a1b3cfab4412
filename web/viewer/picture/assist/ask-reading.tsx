/** Shows the text read on one frame, lets the user correct it, and asks where else to read and where to store it. */

import { Button, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { isTextRange } from "../../../editor/edits/assist/read-text.ts";
import type { FirstReading, TextRange } from "../../../editor/assistants.ts";
import { nameProblem } from "../../../session/attributes/definition-rules.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { statusProps } from "../../../ui/page/announce.ts";

const usualAttribute = "text";
const whole = { allowDecimal: false, allowNegative: false, clampBehavior: "strict" } as const;

/** Resolves to `undefined` if the dialog was closed. */
export function askReading(reading: FirstReading): Promise<TextRange | undefined> {
  return new Promise((resolve) => {
    let answer: TextRange | undefined;
    const id = dialogs.open({
      title: t("packs.readTitle"),
      onClose: () => resolve(answer),
      children: (
        <Form
          reading={reading}
          onAnswer={(range) => {
            answer = range;
            dialogs.close(id);
          }}
        />
      ),
    });
  });
}

function Form({
  reading: { frame, maxFrame, first, frameMs },
  onAnswer,
}: {
  readonly reading: FirstReading;
  onAnswer(range: TextRange): void;
}) {
  const [text, setText] = useState(first?.text ?? "");
  const [attribute, setAttribute] = useState(usualAttribute);
  const [from, setFrom] = useState<number | string>(0);
  const [to, setTo] = useState<number | string>(maxFrame);
  const [every, setEvery] = useState<number | string>(1);
  const problem = nameProblem(attribute);
  const isRange = isTextRange({ from, to, every }, maxFrame);
  const isComplete = text.trim() !== "" && problem === undefined;
  const count = isRange ? Math.floor((Number(to) - Number(from)) / Number(every)) + 1 : 0;
  const store = (range: Pick<TextRange, "from" | "to" | "every">): void =>
    onAnswer({ text: text.trim(), attribute, ...range });
  const said =
    first === undefined ? t("packs.readNothing") : first.isDoubtful ? t("packs.readDoubtful", { frame }) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && isRange) store({ from: Number(from), to: Number(to), every: Number(every) });
      }}
    >
      <Stack gap="sm" pt={4} pr={4}>
        {said !== undefined && (
          <Text size="sm" {...statusProps}>
            {said}
          </Text>
        )}
        <TextInput
          label={t("packs.readSays", { frame })}
          description={t("packs.readSaysHint")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t("packs.readAttribute")}
          description={t("packs.readAttributeHint")}
          value={attribute}
          onChange={(event) => setAttribute(event.currentTarget.value)}
          error={problem === undefined ? undefined : t(`attributes.${problem}`)}
        />
        <Group grow align="flex-start">
          <NumberInput {...whole} label={t("packs.readFrom")} value={from} onChange={setFrom} min={0} max={maxFrame} />
          <NumberInput {...whole} label={t("packs.readTo")} value={to} onChange={setTo} min={0} max={maxFrame} />
          <NumberInput
            {...whole}
            label={t("packs.readEvery")}
            value={every}
            onChange={setEvery}
            min={1}
            max={maxFrame + 1}
          />
        </Group>
        <Text size="sm">
          {isRange
            ? t("packs.readTime", { count, time: timeText((count * frameMs) / 1000) })
            : t("packs.readRangeMissing")}
        </Text>
        <DialogButtons>
          <Button variant="default" disabled={!isComplete} onClick={() => store({ from: frame, to: frame, every: 1 })}>
            {t("packs.readOne")}
          </Button>
          <Button type="submit" disabled={!isComplete || !isRange}>
            {t("packs.readAll", { count })}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const minuteS = 60;

function timeText(seconds: number): string {
  return seconds < minuteS
    ? t("packs.seconds", { count: Math.max(1, Math.round(seconds)) })
    : t("packs.minutes", { count: Math.round(seconds / minuteS) });
}
