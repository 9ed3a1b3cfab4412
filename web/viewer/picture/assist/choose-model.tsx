/** Asks which of the site's models to use, and shows the download size and the license of each. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { t } from "../../../base/texts/index.ts";
import type { ModelKind, ModelOffer } from "../../../editor/assistants.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { formatBytes } from "../../../ui/text/format.ts";

interface Wording {
  readonly title: "packs.chooseDetector" | "packs.chooseSegmenter" | "packs.chooseReader";
  readonly use: "packs.useDetector" | "packs.useSegmenter" | "packs.useReader";
  readonly useNamed: "packs.useDetectorNamed" | "packs.useSegmenterNamed" | "packs.useReaderNamed";
  readonly looks: "packs.looksDetector" | "packs.looksSegmenter" | "packs.looksReader";
}

const wording: Readonly<Record<ModelKind, Wording>> = {
  detector: {
    title: "packs.chooseDetector",
    use: "packs.useDetector",
    useNamed: "packs.useDetectorNamed",
    looks: "packs.looksDetector",
  },
  segmenter: {
    title: "packs.chooseSegmenter",
    use: "packs.useSegmenter",
    useNamed: "packs.useSegmenterNamed",
    looks: "packs.looksSegmenter",
  },
  text: {
    title: "packs.chooseReader",
    use: "packs.useReader",
    useNamed: "packs.useReaderNamed",
    looks: "packs.looksReader",
  },
};

/** Resolves to `undefined` if the dialog was closed, to "" for the built-in segmenter. */
export function chooseModel(kind: ModelKind, offers: readonly ModelOffer[]): Promise<string | undefined> {
  const texts = wording[kind];
  const backend = offers[0]?.backend ?? "wasm";
  return new Promise((resolve) => {
    let answer: string | undefined;
    const id = dialogs.open({
      title: t(texts.title),
      onClose: () => resolve(answer),
      children: (
        <Stack gap="md" pt={4} pr={4}>
          {offers.map((offer, index) => (
            <Group key={offer.id} justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2}>
                <Text fw={600}>{offer.name}</Text>
                {offer.description !== "" && <Text size="sm">{offer.description}</Text>}
                <Text size="sm" c="dimmed">
                  {t("packs.licence", { licence: offer.licence })} {sizeText(offer)}
                </Text>
              </Stack>
              <Button
                flex="none"
                variant={index === 0 ? "filled" : "default"}
                aria-label={t(texts.useNamed, { name: offer.name })}
                {...(index === 0 && { "data-autofocus": true })}
                onClick={() => {
                  answer = offer.id;
                  dialogs.close(id);
                }}
              >
                {t(texts.use)}
              </Button>
            </Group>
          ))}
          {kind === "segmenter" && (
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2}>
                <Text fw={600}>{t("packs.builtin")}</Text>
                <Text size="sm">{t("packs.builtinText")}</Text>
              </Stack>
              <Button
                flex="none"
                variant="default"
                aria-label={t(texts.useNamed, { name: t("packs.builtin") })}
                onClick={() => {
                  answer = "";
                  dialogs.close(id);
                }}
              >
                {t(texts.use)}
              </Button>
            </Group>
          )}
          <Text size="sm">
            {t(backend === "webgpu" ? "packs.runsOnGpu" : "packs.runsOnProcessor")} {t(texts.looks)}
          </Text>
        </Stack>
      ),
    });
  });
}

function sizeText({ bytes, runtimeBytes }: ModelOffer): string {
  if (bytes === 0 && runtimeBytes === 0) return t("packs.kept");
  const runtime = formatBytes(runtimeBytes);
  if (bytes === 0) return t("packs.keptRuntime", { runtime });
  return runtimeBytes === 0
    ? t("packs.fetched", { size: formatBytes(bytes) })
    : t("packs.fetchedRuntime", { size: formatBytes(bytes), runtime });
}
