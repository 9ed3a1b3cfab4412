/** The page's services for the editor: questions, messages, and a few things to open. */

import { notifications } from "@mantine/notifications";
import type { Signal } from "@preact/signals-core";
import { waitForLogin, session } from "../api/session.ts";
import type { TrackId } from "#core/types";
import { lazyFunction } from "../base/lazy.ts";
import { t, withTexts } from "../base/texts/index.ts";
import type { EditorUi } from "../editor/ports.ts";
import { endTour, isTouring } from "../features/tour/tour-state.ts";
import type { Workspace } from "../session/workspace.ts";
import { SaveError } from "../session/saving/save-error.ts";
import type { OpenWorkspace } from "../session/open-workspace.ts";
import type { Saver } from "../session/saving/saver.ts";
import { alertDialog, confirmDialog } from "../ui/dialogs/confirm.tsx";
import { refusalText } from "../commands/refusal-text.ts";
import { alertTitles } from "./parts/alert-titles.ts";
import { showRefusal } from "../ui/commands/show-refusal.ts";
import { swapLeftPanels } from "./docks/use-dock.ts";
import type { MenuPlace } from "./viewer-context.ts";
import { onPage } from "./parts/focus-canvas.ts";
import { focusFrameField } from "./bars/playback/FrameField.tsx";
import { cloneFromViewer } from "./bars/top-bar/clone-from-viewer.ts";
import { exportAnnotations } from "./bars/top-bar/export-annotations.tsx";
import { importIntoViewer } from "./import/import-into-viewer.ts";
import type { TypeRequest } from "./left/types/type-request.ts";
import { confirmDelete } from "./left/tracks/confirm-delete.ts";
import { pairToShow } from "../session/display/shown-pair.ts";

/** A new message of the same kind replaces the previous one instead of piling up. */
const saveFailureId = "viewer-save-failure";

/** Searches all cameras. */
function typeOf(workspace: Workspace, id: TrackId): string | undefined {
  const [camera] = workspace.camerasWith(id);
  return camera && pairToShow(camera.document.peek().core.track(id))?.type;
}

export function createViewerUi(
  opened: OpenWorkspace,
  typeRequest: TypeRequest,
  canvasMenu: Signal<MenuPlace | undefined>,
): EditorUi {
  const { workspace, saver } = opened;
  const save = async (isNews: (error: unknown) => boolean = () => true): Promise<void> => {
    try {
      await saveSignedIn(saver);
      notifications.hide(saveFailureId);
    } catch (error) {
      if (isNews(error)) showSaveFailure(error, saver.keeping.peek() !== "failed");
      throw error;
    }
  };
  return {
    confirmDelete: (ids, cameras) => confirmDelete(ids, (id) => typeOf(workspace, id), cameras),
    confirmSplit: (id, frame, into) =>
      confirmDialog({
        title: t("lists.splitTitle", { id }),
        text: into === undefined ? t("lists.splitBody", { id, frame }) : t("lists.handOverBody", { id, frame, into }),
        positive: t("lists.split"),
      }),
    focusTypeInput: (id) => typeRequest.open(id),
    focusFrameInput: focusFrameField,
    swapPanels: () => swapLeftPanels(workspace.settings),
    openMenu(at) {
      canvasMenu.value = onPage(at);
    },
    isTouring: () => isTouring(workspace.dataset.id),
    endTour,
    save: () => save(),
    saveAgain: () => save((error) => !isRetried(error)),
    exportAnnotations: (request) => exportAnnotations(workspace, saver, save, request),
    refuse(reason, track) {
      const title = alertTitles[reason];
      if (title === undefined) return showRefusal(reason, track);
      void alertDialog({ title: t(title), text: refusalText(reason, track) });
    },
    importAnnotations: (file) => importIntoViewer(opened, save, file),
    cloneDataset: () => cloneFromViewer(opened, save),
    reportCarried({ carried, left }, name) {
      const messages = [t("cameras.carried", { count: carried, name })];
      if (left > 0) messages.push(t("cameras.carriedLeft", { count: left }));
      notifications.show({ color: left > 0 ? "yellow" : "green", message: messages.join(" ") });
    },
    reportFollowed,
    async chooseModel(kind, offers) {
      const { chooseModel } = await withTexts("assistants", import("./picture/assist/choose-model.tsx"));
      return await chooseModel(kind, offers);
    },
    async askReading(first) {
      const { askReading } = await withTexts("assistants", import("./picture/assist/ask-reading.tsx"));
      return await askReading(first);
    },
    reportRead,
    reportFailure(error) {
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    },
    reportError(error) {
      notifications.show({ color: "red", message: error.message });
    },
  };
}

const reportFollowed = lazyFunction(
  async () => (await withTexts("assistants", import("./picture/assist/report-followed.tsx"))).reportFollowed,
);

const reportRead = lazyFunction(
  async () => (await withTexts("assistants", import("./picture/assist/report-read.tsx"))).reportRead,
);

/** If the session has expired, the save continues once the same user has logged in over the page. */
async function saveSignedIn(saver: Saver): Promise<void> {
  try {
    await saver.save();
  } catch (error) {
    if (session.peek().state !== "expired" || !(await waitForLogin())) throw error;
    await saver.save();
  }
}

/** @param isKept the unsaved changes survive closing the page */
function showSaveFailure(error: unknown, isKept: boolean): void {
  notifications.hide(saveFailureId);
  notifications.show({ id: saveFailureId, color: "red", autoClose: false, ...describeSaveFailure(error, isKept) });
}

function isRetried(error: unknown): boolean {
  return error instanceof SaveError && error.isRetried;
}

function describeSaveFailure(error: unknown, isKept: boolean): { readonly title: string; readonly message: string } {
  const next = t(isKept ? "viewer.saveKept" : "viewer.saveUnkept");
  switch (error instanceof SaveError ? error.kind : "failed") {
    case "permission":
      return { title: t("viewer.saveForbidden"), message: `${t("viewer.saveForbiddenNext")} ${next}` };
    case "reading":
      return {
        title: t("viewer.savedOthersUnread"),
        message: `${messageOf(error)} ${t("viewer.savedOthersUnreadNext")}`,
      };
    case "postponed":
      return {
        title: t("viewer.saveFailed"),
        message: `${postponedText(error as SaveError)} ${t(isKept ? "viewer.saveWaits" : "viewer.saveWaitsUnkept")}`,
      };
    case "unanswered":
      return {
        title: t("viewer.saveFailed"),
        message: `${messageOf(error)} ${t(isKept ? "viewer.saveWaits" : "viewer.saveWaitsUnkept")}`,
      };
    case "readOnly":
    case "failed":
      return { title: t("viewer.saveFailed"), message: `${messageOf(error)} ${next}` };
  }
}

function postponedText({ code, message }: SaveError): string {
  return code === undefined ? message : t(`viewer.postponed.${code}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
