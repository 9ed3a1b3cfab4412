import { expect, test } from "vitest";
import { cloneButtonText, cloneDataset, defaultCloneName } from "./clone-dataset.ts";

test("[S-CLONE-04, S-CLONE-05, S-CLONE-12: the texts] the button says where the clone goes, and why it cannot go there", () => {
  expect(cloneButtonText(undefined)).toBe("Choose a destination folder...");
  expect(cloneButtonText({ name: "Survey" })).toBe("Clone into Survey");
  expect(cloneButtonText({ name: "" })).toBe("Something went wrong");
  expect(cloneButtonText({})).toBe("Something went wrong");
});

test("[S-CLONE-07] [S-CLONE-08] a clone is named after its source, and after the revision that was chosen", () => {
  expect(defaultCloneName("reef", undefined)).toBe("Clone of reef");
  expect(defaultCloneName("reef", 3)).toBe("Clone of reef revision 3");
  expect(defaultCloneName("reef", 0)).toBe("Clone of reef revision 0");
});

test("[S-CLONE-13] cloning without a source raises an error", async () => {
  const request = { sourceId: undefined, revision: undefined, parentFolderId: "f", name: "c" };
  await expect(cloneDataset(request)).rejects.toThrow(/^no source dataset$/);
});
