/** Selects the language of the application. Nothing that was typed is lost: only the texts of the page change. */
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useState } from "react";
import { useSignals } from "@preact/signals-react/runtime";
import { chooseLanguage, chosenLanguage } from "../../base/texts/chosen-language.ts";
import { t } from "../../base/texts/index.ts";
import { languages, offeredLanguages, type LanguageCode } from "../../base/texts/languages.ts";

export function LanguageSelect(props: Omit<NativeSelectProps, "data" | "value" | "onChange">) {
  useSignals();
  const [failed, setFailed] = useState(false);
  const choose = (code: LanguageCode): void => {
    chooseLanguage(code).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t("common.language")}
      value={chosenLanguage.value}
      data={offeredLanguages.map((code) => ({ value: code, label: languages[code].name }))}
      error={failed ? t("shell.error.unreachable") : undefined}
      onChange={(event) => choose(event.currentTarget.value as LanguageCode)}
      {...props}
    />
  );
}
