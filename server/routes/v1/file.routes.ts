/** `file/*`: uploads and downloads. */

import type { IncomingHttpHeaders } from "node:http";

import type { FileDocument, Upload } from "#schemas";

import { defined } from "../../base/defined.ts";
import { AccessError, RequestError } from "../../base/errors.ts";
import { isFormType } from "../../plugins/form.ts";
import type { Meta } from "../../ports/records.ts";
import type { Actor } from "../../services/access/actor.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import type { UploadResult } from "../../services/tree/upload.service.ts";
import { sendFile } from "../download.ts";
import type { Call, RawBody, RegisterRoute } from "../registry.ts";
import type { AlreadySent } from "../sent.ts";
import { wireFile, wireUpload } from "./wire.ts";

export function registerFileRoutes(
  register: RegisterRoute,
  { copies, files, uploads }: Pick<TreeServices, "copies" | "files" | "uploads">,
): void {
  register("file.create", async ({ actor, parameters, bytes }) => {
    const { parentType, parentId, name, size, mimeType, linkUrl, folderWas } = parameters;
    refuseStoreChoice(actor, parameters.assetstoreId);
    const target = { parentType, parentId, name, ...defined({ mimeType }) };
    if (linkUrl !== undefined && linkUrl !== "")
      return wireFile(actor, await uploads.createLink(actor, { ...target, linkUrl }));
    if (size === undefined) throw new RequestError('Parameter "size" is required.');
    const chunk = announced(bytes);
    return wireResult(actor, await uploads.create(actor, { ...target, size }, chunk, folderWas as Meta | undefined));
  });

  register("file.chunk", async ({ actor, parameters, bytes, request }) => {
    if (bytes === undefined) refuseForm(request.headers);
    const { uploadId, offset, folderWas } = parameters;
    return wireResult(actor, await uploads.receive(actor, uploadId, offset, bytes, folderWas as Meta | undefined));
  });

  register("file.offset", async ({ actor, parameters }) => ({
    offset: await uploads.offset(actor, parameters.uploadId, parameters.folderId),
  }));

  register("file.completion", async ({ actor, parameters }) =>
    wireFile(actor, await uploads.complete(actor, parameters.uploadId, parameters.folderWas as Meta | undefined)),
  );

  register("file.cancelUpload", async ({ actor, parameters }) => {
    await uploads.cancel(actor, parameters.id, parameters.folderId);
    return { message: "Upload canceled." };
  });

  register("file.get", async ({ actor, parameters }) => wireFile(actor, await files.get(actor, parameters.id)));

  register("file.update", async ({ actor, parameters }) => {
    const { id, name, mimeType } = parameters;
    return wireFile(actor, await files.update(actor, id, defined({ name, mimeType })));
  });

  register("file.delete", async ({ actor, parameters }) => {
    await files.remove(actor, parameters.id);
    return null;
  });

  register("file.copy", async ({ actor, parameters: { id, itemId } }) =>
    wireFile(actor, await copies.file(actor, id, itemId)),
  );

  register("file.move", async ({ actor, parameters: { id, assetstoreId } }) =>
    wireFile(actor, await files.moveToStorage(actor, id, assetstoreId)),
  );

  register("file.replaceContents", async ({ actor, parameters, bytes }) => {
    refuseStoreChoice(actor, parameters.assetstoreId);
    const { id, size, folderWas } = parameters;
    return wireResult(actor, await uploads.replace(actor, id, size, announced(bytes), folderWas as Meta | undefined));
  });

  const download = async (
    call: Call<"file.download"> | Call<"file.downloadNamed">,
    name?: string,
  ): Promise<AlreadySent> => {
    const { id, offset, endByte, contentDisposition } = call.parameters;
    const file = await files.get(call.actor, id);
    const options = { offset, endByte, disposition: contentDisposition, name };
    return await sendFile(call.request, call.reply, file, await files.open(file), options);
  };
  register("file.download", (call) => download(call));
  register("file.downloadNamed", (call) => download(call, call.parameters.name));
}

function wireResult(actor: Actor, result: UploadResult): Upload | FileDocument {
  return "file" in result ? wireFile(actor, result.file) : wireUpload(result.upload);
}

/** There is only one storage, so an administrator's choice changes nothing; others get the usual error. */
function refuseStoreChoice(actor: Actor, assetstoreId: string | undefined): void {
  if (assetstoreId === undefined || assetstoreId === "" || actor.user?.admin === true) return;
  throw new AccessError("You must be an admin to select a destination assetstore.");
}

/** `curl --data-binary` declares any bytes a form unless a header says otherwise; they would be lost without an error. */
function refuseForm(headers: IncomingHttpHeaders): void {
  if (!isFormType(headers["content-type"] ?? "") || headers["content-length"] === "0") return;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  throw new RequestError(
    'The bytes were declared as a form. Send them with the header "Content-Type: application/octet-stream".',
  );
}

/** A body counts as the first chunk only if its length is known: some clients send an empty body of unknown length. */
function announced(bytes: RawBody | undefined): RawBody | undefined {
  return bytes?.length === undefined || bytes.length === 0 ? undefined : bytes;
}
