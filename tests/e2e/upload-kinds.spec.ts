/** What the pickers of the upload offer. */
import { createFolder, expect, test } from "./support/app.ts";
import { cards, pick } from "./support/uploads.ts";

test("[S-UPLOAD-28, S-UPLOAD-29, S-UPLOAD-30, S-UPLOAD-31] pickers offer every accepted type by its usual endings", async ({
  page,
  user,
}) => {
  const wanted = {
    video: ["mp4", "webm", "avi", "wmv", "mov", "mpeg", "mpg", "ogg", "flv"],
    // The kind that is chosen for the upload decides whether a tiff is a picture or a tiled image.
    images: ["gif", "jpeg", "jpg", "png", "avif", "tiff", "tif", "bmp", "sgi", "pgm", "nitf", "ntf"],
    annotations: ["json", "csv", "yaml", "yml"],
  };
  const endingsOf = (accept: string | null) => (accept ?? "").split(",").map((ending) => ending.slice(1));
  const folder = await createFolder(user, "Survey");
  await page.goto(`/folder/${folder._id}`);
  const files = page.getByTestId("upload-files").first();
  for (const [name, endings] of [
    ["Video", wanted.video],
    ["Images", wanted.images],
  ] as const) {
    await page.getByRole("button", { name: "Upload", exact: true }).first().click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: new RegExp(name) }).click();
    await chooser;
    expect(endingsOf(await files.getAttribute("accept"))).toEqual(expect.arrayContaining(endings));
  }
  await pick(page, [{ name: "reef.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(64, 1) }]);
  const annotation = cards(page).locator("input[type=file]").first();
  expect(endingsOf(await annotation.getAttribute("accept"))).toEqual(expect.arrayContaining(wanted.annotations));
});
