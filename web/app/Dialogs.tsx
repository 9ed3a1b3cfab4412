/** Renders dialogs that were opened by a function call. */
import { modals, ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { DialogContent } from "../ui/dialogs/DialogContent.tsx";
import { setDialogsDrawn } from "../ui/dialogs/dialogs.ts";

export default function Dialogs() {
  return (
    <ModalsProvider>
      <Drawn />
    </ModalsProvider>
  );
}

function Drawn() {
  useEffect(() => {
    // The provider has been listening since its layout effect, which ran earlier.
    setDialogsDrawn(draw);
    return () => setDialogsDrawn(undefined);
  }, []);
  return null;
}

const draw: Parameters<typeof setDialogsDrawn>[0] = (dialog, { modalId, ...place }) => {
  const children = <DialogContent {...place}>{dialog.children}</DialogContent>;
  modals.open({ ...dialog, modalId, children });
};
