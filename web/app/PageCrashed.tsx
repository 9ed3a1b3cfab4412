/** A page that failed while it was drawn or loaded: says so, with the text that helps to find out why. */
import { Button, Center, Code, Stack, Text, Title } from "@mantine/core";
import { errorText } from "../api/errors.ts";
import { t } from "../base/texts/index.ts";

export function PageCrashed({ error }: { readonly error: unknown }) {
  return (
    <Center h="100%" p="lg">
      <Stack maw={560} role="alert">
        <Title order={1}>{t("shell.crash.title")}</Title>
        <Text>{t("shell.crash.text")}</Text>
        <Code block>{errorText(error)}</Code>
        <Button onClick={() => location.reload()} style={{ alignSelf: "start" }}>
          {t("shell.crash.reload")}
        </Button>
      </Stack>
    </Center>
  );
}
