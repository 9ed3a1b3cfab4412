/** Asks which of the site's models suggests boxes, and shows the download size and the licence of each. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { t } from "../../../base/texts/index.ts";
import type { ModelOffer } from "../../../editor/ports.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { formatBytes } from "../../../ui/format.ts";

/** Resolves to `undefined` if none was chosen. */
export function chooseModel(offers: readonly ModelOffer[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer: string | undefined;
    const id = dialogs.open({
      title: t("assist.chooseModel"),
      onClose: () => resolve(answer),
      children: (
        <Stack gap="md" pt={4} pr={4}>
          {offers.map((offer, index) => (
            <Group key={offer.id} justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2}>
                <Text fw={600}>{offer.name}</Text>
                {offer.description !== "" && <Text size="sm">{offer.description}</Text>}
                <Text size="sm" c="dimmed">
                  {t("assist.modelLicence", { licence: offer.licence })} {sizeText(offer)}
                </Text>
              </Stack>
              <Button
                flex="none"
                variant={index === 0 ? "filled" : "default"}
                aria-label={t("assist.useModelNamed", { name: offer.name })}
                {...(index === 0 && { "data-autofocus": true })}
                onClick={() => {
                  answer = offer.id;
                  dialogs.close(id);
                }}
              >
                {t("assist.useModel")}
              </Button>
            </Group>
          ))}
          <Text size="sm">{t("assist.modelRuns")}</Text>
        </Stack>
      ),
    });
  });
}

function sizeText({ bytes, runtimeBytes }: ModelOffer): string {
  if (bytes === 0 && runtimeBytes === 0) return t("assist.modelKept");
  const runtime = formatBytes(runtimeBytes);
  if (bytes === 0) return t("assist.modelKeptRuntime", { runtime });
  return runtimeBytes === 0
    ? t("assist.modelFetched", { size: formatBytes(bytes) })
    : t("assist.modelFetchedRuntime", { size: formatBytes(bytes), runtime });
}
