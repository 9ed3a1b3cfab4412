/** File types that the upload's file pickers offer. */
import { createFolder, expect, test } from "./support/app.ts";
import { cards, pick } from "./support/uploads.ts";

test("[S-UPLOAD-28, S-UPLOAD-29, S-UPLOAD-30, S-UPLOAD-31] [S-UPLOAD-14 in the menu] pickers offer every accepted type by its usual endings", async ({
  page,
  user,
}) => {
  const wanted = {
    video: ["mp4", "webm", "avi", "wmv", "mov", "mpeg", "mpg", "ogg", "flv"],
    // The chosen kind of upload decides whether a tiff is a picture or a tiled image.
    images: ["gif", "jpeg", "jpg", "png", "avif", "tiff", "tif", "bmp", "sgi", "pgm", "nitf", "ntf"],
    largeImages: ["tiff", "tif", "nitf", "ntf"],
    annotations: ["json", "csv", "yaml", "yml"],
  };
  const endingsOf = (accept: string | null) => (accept ?? "").split(",").map((ending) => ending.slice(1));
  const folder = await createFolder(user, "Survey");
  await page.goto(`/folder/${folder._id}`);
  const files = page.getByTestId("upload-files").first();
  for (const [name, endings, others] of [
    ["Videos", [...wanted.video, "zip"], [...wanted.images, "exe"]],
    ["Images", [...wanted.images, ...wanted.video, "jfif", "zip"], ["exe", "svg"]],
    ["Large images", [...wanted.largeImages, "zip"], ["png", "mp4"]],
  ] as const) {
    await page.getByRole("button", { name: "Upload", exact: true }).first().click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name, exact: true }).click();
    await chooser;
    const offered = endingsOf(await files.getAttribute("accept"));
    expect(offered).toEqual(expect.arrayContaining([...endings]));
    expect(others.filter((ending) => offered.includes(ending))).toEqual([]);
  }
  await pick(page, [{ name: "reef.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(64, 1) }]);
  const annotation = cards(page).locator("input[type=file]").first();
  expect(endingsOf(await annotation.getAttribute("accept"))).toEqual(expect.arrayContaining(wanted.annotations));
});
