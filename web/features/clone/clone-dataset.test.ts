import { expect, test } from "vitest";
import { cloneButtonText, cloneDataset, defaultCloneName, privacyHint } from "./clone-dataset.ts";

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

test("a public folder gets a private clone where the media are not the cloner's to share, and the dialog says so", () => {
  const source = { public: false, _accessLevel: 1 } as const;
  const open = { public: true };
  expect(privacyHint(source, open)).toBe("clone.privateHere");
  expect(privacyHint({ ...source, foreign_media_id: "f" }, open)).toBe("clone.maybePrivateHere");
  const silent = [
    privacyHint(source, { public: false }),
    privacyHint({ ...source, public: true }, open),
    privacyHint({ ...source, _accessLevel: 2 }, open),
  ];
  expect(silent).toEqual([undefined, undefined, undefined]);
});
