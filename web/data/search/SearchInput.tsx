/** The search field without the code that searches. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { Ref } from "react";
import { t } from "../../base/texts/index.ts";

const inputId = "shell-search";

/** Not every page has one. */
export function hasSearchBox(): boolean {
  return document.getElementById(inputId) !== null;
}

export function focusSearchBox(): void {
  document.getElementById(inputId)?.focus();
}

/** Moves the focus away after a hit was chosen. */
export function leaveSearchBox(): void {
  document.getElementById(inputId)?.blur();
}

export function SearchInput(props: TextInputProps & { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      id={inputId}
      type="search"
      size="xs"
      w="100%"
      maw={340}
      aria-label={t("shell.search.label")}
      placeholder={t("shell.search.placeholder")}
      leftSection={<IconSearch size={15} stroke={1.75} />}
      {...props}
    />
  );
}
