/**
 * Asks for a one-time code after a mailed link if the account uses them: access to the mailbox alone must not be
 * enough.
 */
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { t } from "../../base/texts/index.ts";

interface LinkCodeProps {
  readonly isWrong: boolean;
  onCode(code: string): void;
}

export function LinkCode({ isWrong, onCode }: LinkCodeProps) {
  const [code, setCode] = useState("");
  function submit(event: FormEvent): void {
    event.preventDefault();
    onCode(code.replaceAll(/\s/g, ""));
    setCode("");
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text>{t("account.link.code")}</Text>
        <TextInput
          label={t("account.code.label")}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          error={isWrong && code === "" ? t("account.error.code") : undefined}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" fullWidth disabled={code === ""}>
          {t("account.logIn")}
        </Button>
      </Stack>
    </form>
  );
}
