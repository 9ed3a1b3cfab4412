/** Says how many listed tracks reach past the last frame and what to do; stays dismissed once closed. */
import { Alert, Anchor } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import { findPastLastFrame } from "./past-last-frame.ts";
import { statusProps } from "../../../ui/page/announce.ts";

export function PastLastFrameNotice() {
  useSignals();
  const { editor, timelineData, workspace } = useViewer();
  const [isClosed, setClosed] = useState(false);
  const spans = isClosed ? undefined : timelineData.spans.value[workspace.cameras.indexOf(workspace.active.value)];
  const pastLast = spans && findPastLastFrame(spans, editor.player.maxFrame);
  if (pastLast === undefined) return null;
  const { count, first } = pastLast;
  return (
    <Alert
      color="yellow"
      radius={0}
      p="xs"
      flex="none"
      fz="xs"
      {...statusProps}
      title={t("viewer.pastLastFrame", { count, last: editor.player.maxFrame })}
      withCloseButton
      closeButtonLabel={t("common.close")}
      onClose={() => setClosed(true)}
    >
      {t("viewer.pastLastFrameNext")}{" "}
      <Anchor component="button" type="button" size="sm" onClick={() => editor.lists.selectAndShow(first)}>
        {t("viewer.pastLastFrameShow", { id: first })}
      </Anchor>
    </Alert>
  );
}
