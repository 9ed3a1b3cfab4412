/** Shown when a page failed to render or load, with the details needed to find out why. */
import { Button, Center, Code, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { errorText } from "../api/errors.ts";
import { t } from "../base/texts/index.ts";
import { isUpdated } from "./internal-error-text.ts";

export function PageCrashed({ error }: { readonly error: unknown }) {
  const [isOld, setOld] = useState(false);
  useEffect(() => void isUpdated(error).then(setOld), [error]);
  return (
    <Center h="100%" p="lg">
      <Stack maw={560} role="alert">
        <Title order={1}>{t(isOld ? "shell.update.title" : "shell.crash.title")}</Title>
        <Text>{t(isOld ? "shell.update.text" : "shell.crash.text")}</Text>
        {!isOld && <Code block>{errorText(error)}</Code>}
        <Button onClick={() => location.reload()} style={{ alignSelf: "start" }}>
          {t("shell.crash.reload")}
        </Button>
      </Stack>
    </Center>
  );
}
