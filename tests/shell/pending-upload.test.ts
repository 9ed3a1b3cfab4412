/** The content of a pending upload; browser tests cover the dialog and the run. */
import { expect, expectTypeOf, test, vi } from "vitest";

import type { PendingFile, UploadType } from "../../web/data/upload/pending-upload.ts";

// The browser remembers the frame rate preset; here there is nothing to remember.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { createPendingUpload, fpsToSend, toPendingFile } = await import("../../web/data/upload/pending-upload.ts");

const upload = createPendingUpload({ id: "f", name: "Survey" }, "Reef");

test("[S-UPLOAD-04] the fields of a pending upload", () => {
  const fields = [
    "createSubFolders",
    "name",
    "files",
    "meta",
    "annotationFile",
    "mediaList",
    "type",
    "fps",
    "uploading",
  ];
  for (const field of fields) expect(upload, field).toHaveProperty(field);
  expect([upload.name.value, upload.files.value, upload.meta.value, upload.uploading.value]).toEqual([
    "Reef",
    [],
    undefined,
    false,
  ]);
  // Playable videos are kept as they are, in every new upload.
  expect(upload.skipTranscoding.value).toBe(true);
});

test("[S-UPLOAD-05] its type is one of four", () => {
  expectTypeOf<UploadType>().toEqualTypeOf<"video" | "image-sequence" | "large-image" | "zip">();
  expectTypeOf(upload.type.value).toEqualTypeOf<UploadType>();
});

test("[S-UPLOAD-06] each of its files has a status and a progress", () => {
  const pending = toPendingFile(new File(["12345"], "a.png"));
  expect(pending).toMatchObject({ status: "pending", progress: { size: 5, current: 0 } });
  expectTypeOf<PendingFile["status"]>().toEqualTypeOf<"pending" | "done" | "error">();
});

test("[S-UPLOAD-26 of every type] a video has the rate that was chosen, images one a second, media in an archive their own", () => {
  expect(fpsToSend("video", 10)).toBe(10);
  expect(fpsToSend("image-sequence", 10)).toBe(1);
  expect(fpsToSend("large-image", 10)).toBe(1);
  expect(fpsToSend("zip", 10)).toBe(-1);
});
