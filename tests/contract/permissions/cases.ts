/**
 * How the permission matrix calls each route: on which fresh documents, with which parameters. `table.ts` has the
 * expected results. Documents belong to the administrator of their folder unless a case says otherwise.
 */

import type { ParametersOf, RouteId } from "#schemas";

import { storageId } from "../../../server/domain/storage-id.ts";

import { png, type World } from "./world.ts";

/** A call without its caller. */
export interface Ask {
  readonly args?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token of the account that the call affects: the folder's administrator uses it instead of its own. */
  readonly ownToken?: string;
}

export type Case = (world: World) => Promise<Ask> | Ask;

/** Typed by the named route. */
const call = <Id extends RouteId>(args: ParametersOf<Id>, body?: unknown): Ask =>
  body === undefined ? { args } : { args, body };

const nothing: Case = () => ({});
const onFolder: Case = async (world) => ({ args: { id: await world.folder() } });
const onItem: Case = async (world) => ({ args: { id: await world.item() } });
const onFile: Case = async (world) => ({ args: { id: (await world.file()).id } });
const onCollection: Case = async (world) => ({ args: { id: await world.collection() } });
const onGroup: Case = async (world) => ({ args: { id: await world.group() } });
const onDataset: Case = async (world) => ({ args: { id: await world.dataset() } });
const onAnnotations: Case = async (world) => ({ args: { folderId: await world.dataset() } });
const metadata =
  (on: Case): Case =>
  async (world) => ({ ...(await on(world)), body: { note: "x" } });
const keys =
  (on: Case): Case =>
  async (world) => ({ ...(await on(world)), body: ["note"] });
const sharing =
  (on: Case): Case =>
  async (world) => {
    const ask = await on(world);
    return { ...ask, args: { ...ask.args, access: JSON.stringify({ users: [], groups: [] }) } };
  };
const onJob: Case = async (world) => ({ args: { id: await world.job() } });
const onResources: Case = async (world) => ({ args: { resources: { folder: [await world.folder()] } } });
const into =
  (on: Case): Case =>
  async (world) => ({
    args: { ...(await on(world)).args, parentType: "folder", parentId: await world.writableByAll() },
  });
const onUpload =
  (size: number, extra: Record<string, unknown> = {}): Case =>
  async (world) => ({ args: { uploadId: await world.upload(size), ...extra }, body: new Uint8Array(size) });

const track = {
  id: 0,
  begin: 0,
  end: 0,
  attributes: {},
  confidencePairs: [["fish", 1]],
  features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true, attributes: {} }],
};

export const cases: Readonly<Record<RouteId, Case>> = {
  // Accounts
  "user.login": (world) => ({
    headers: { Authorization: `Basic ${btoa(`${world.stranger.login}:${world.password}`)}` },
  }),
  "user.logout": nothing,
  "user.me": nothing,
  "user.list": nothing,
  "user.counts": nothing,
  "user.get": async (world) => call<"user.get">({ id: (await world.account()).id }),
  "user.details": async (world) => call<"user.details">({ id: (await world.account()).id }),
  "user.register": (world) => ({ args: world.newAccount() }),
  "user.update": async (world) => {
    const { id, token, login } = await world.account();
    return { args: { id, firstName: "A", lastName: "B", email: `${login}@example.org` }, ownToken: token };
  },
  "user.delete": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "user.changePassword": (world) => call<"user.changePassword">({ old: world.password, new: world.password }),
  "user.setPassword": async (world) => {
    const { id, token } = await world.account();
    return { args: { id, password: world.password }, ownToken: token };
  },
  "user.temporaryLogin": async (world) => {
    const { id, login } = await world.account();
    return { args: { id, token: await world.temporaryToken(login) } };
  },
  "user.requestTemporaryLogin": () => call<"user.requestTemporaryLogin">({ email: "a@example.org" }),
  "user.requestVerification": () => call<"user.requestVerification">({ login: "someone" }),
  "user.verify": async (world) => {
    const { id } = await world.account();
    return { args: { id, token: "made up" } };
  },
  "user.makeLink": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "user.sessions": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  // Refers to no session: the test of sessions covers ending one.
  "user.endSession": async (world) => {
    const { id, token } = await world.account();
    return { args: { id, sessionId: id }, ownToken: token };
  },
  "user.endOtherSessions": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "user.startOtp": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "user.confirmOtp": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "user.removeOtp": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "user.usePrivateQueue": async (world) => {
    const { id, token } = await world.account();
    return { args: { id, privateQueueEnabled: true }, ownToken: token };
  },
  "user.setPreferences": async (world) => {
    const { id, token } = await world.account();
    return { args: { id, language: "de", theme: "light" }, ownToken: token };
  },
  "token.current": nothing,
  "token.session": nothing,
  "token.deleteSession": nothing,
  "token.scopes": nothing,
  "apiKey.list": async (world) => {
    const { id, token } = await world.account();
    return { args: { userId: id }, ownToken: token };
  },
  "apiKey.create": async (world) => {
    const { id, token } = await world.account();
    return { args: { targetUserId: id, name: "key" }, ownToken: token };
  },
  "apiKey.update": async (world) => call<"apiKey.update">({ id: (await world.apiKey()).id, name: "renamed" }),
  "apiKey.delete": async (world) => call<"apiKey.delete">({ id: (await world.apiKey()).id }),
  "apiKey.signIn": async (world) => call<"apiKey.signIn">({ key: (await world.apiKey()).key }),

  // The server
  "describe.get": nothing,
  "system.version": nothing,
  "system.publicSettings": nothing,
  "system.setting": () => call<"system.setting">({ key: "core.brand_name" }),
  "system.setSetting": () => call<"system.setSetting">({ key: "core.brand_name", value: "Reef" }),
  "system.deleteSetting": () => call<"system.deleteSetting">({ key: "core.brand_name" }),
  "system.collectionCreationAccess": nothing,
  "system.accessFlags": nothing,
  "system.plugins": nothing,
  "system.configuration": nothing,
  "system.uploads": nothing,
  "system.discardUploads": async (world) => call<"system.discardUploads">({ uploadId: await world.upload(5) }),
  "system.health": nothing,
  "system.audit": nothing,
  "system.check": nothing,
  "assetstore.list": nothing,
  "assetstore.get": () => call<"assetstore.get">({ id: storageId }),
  "assetstore.files": () => call<"assetstore.files">({ id: storageId }),
  "assetstore.create": nothing,
  "assetstore.update": () => call<"assetstore.update">({ id: "0".repeat(24) }),
  "assetstore.delete": () => call<"assetstore.delete">({ id: "0".repeat(24) }),
  "assetstore.import": () => call<"assetstore.import">({ id: "0".repeat(24), importPath: "/" }),
  "assetstore.check": () => call<"assetstore.check">({ id: "0".repeat(24) }),
  "oauth.providers": nothing,
  "oauth.login": () => call<"oauth.login">({ provider: "google" }),
  "oauth.logout": () => call<"oauth.logout">({ provider: "google" }),
  "oauth.callback": () => call<"oauth.callback">({ provider: "google", code: "x" }),
  "worker.status": nothing,
  "userQueue.credentials": async (world) => {
    const { id, token } = await world.account();
    return { args: { id }, ownToken: token };
  },
  "userQueue.ping": nothing,
  "bucketNotification.route": () => ({ args: { id: "0".repeat(24) }, body: { folderId: "0".repeat(24) } }),
  "bucketNotification.list": nothing,
  "bucketNotification.receive": nothing,
  "configuration.get": nothing,
  "configuration.brand": nothing,
  "configuration.setBrand": () => ({ body: { name: "Reef" } }),
  "configuration.pipelines": nothing,
  "configuration.packs": nothing,
  "configuration.packFile": () => ({ args: { hash: "0".repeat(64) } }),
  "configuration.trainingConfigs": nothing,
  "configuration.setJobsDisabled": () => ({ body: { disabled: false } }),
  "configuration.addons": nothing,
  "configuration.upgradePipelines": nothing,
  "configuration.updateContainers": nothing,
  "configuration.statistics": nothing,
  "configuration.setPipelineConfigurations": () => ({ body: {} }),
  "configuration.setInstalledAddons": () => ({ body: {} }),

  // Groups
  "group.list": nothing,
  "group.create": (world) => call<"group.create">({ name: world.newName() }),
  "group.get": onGroup,
  "group.access": onGroup,
  "group.invitations": onGroup,
  "group.members": onGroup,
  "group.update": async (world) => call<"group.update">({ id: await world.group(), description: "x" }),
  "group.invite": async (world) => call<"group.invite">({ id: await world.group(), userId: world.stranger.id }),
  "group.join": onGroup,
  "group.addModerator": async (world) =>
    call<"group.addModerator">({ id: await world.group(), userId: world.reader.id }),
  "group.addAdmin": async (world) => call<"group.addAdmin">({ id: await world.group(), userId: world.reader.id }),
  "group.removeModerator": async (world) =>
    call<"group.removeModerator">({ id: await world.group(), userId: world.writer.id }),
  "group.removeAdmin": async (world) => call<"group.removeAdmin">({ id: await world.group(), userId: world.owner.id }),
  "group.removeMember": async (world) =>
    call<"group.removeMember">({ id: await world.group(), userId: (await world.memberOf()).id }),
  "group.delete": onGroup,

  // Collections and folders
  "collection.list": nothing,
  "collection.counts": nothing,
  "collection.create": (world) => call<"collection.create">({ name: world.newName() }),
  "collection.get": onCollection,
  "collection.details": onCollection,
  "collection.update": async (world) => call<"collection.update">({ id: await world.collection(), description: "x" }),
  "collection.setMetadata": metadata(onCollection),
  "collection.deleteMetadata": keys(onCollection),
  "collection.access": onCollection,
  "collection.setAccess": sharing(onCollection),
  "collection.download": onCollection,
  "collection.delete": onCollection,
  "folder.list": async (world) => call<"folder.list">({ parentType: "folder", parentId: await world.folder() }),
  "folder.create": async (world) => call<"folder.create">({ parentId: await world.folder(), name: "new" }),
  "folder.shared": nothing,
  "folder.get": onFolder,
  "folder.update": async (world) => call<"folder.update">({ id: await world.folder(), description: "x" }),
  "folder.delete": onFolder,
  "folder.details": onFolder,
  "folder.rootPath": onFolder,
  "folder.rootPathOrRelative": onFolder,
  "folder.setMetadata": metadata(onFolder),
  "folder.deleteMetadata": keys(onFolder),
  "folder.access": onFolder,
  "folder.setAccess": sharing(onFolder),
  "folder.download": onFolder,
  "folder.deleteContents": onFolder,
  // Copies go to where every user may write: only reading the source is in question.
  "folder.copy": async (world) =>
    call<"folder.copy">({
      id: await world.folder(),
      parentType: "folder",
      parentId: await world.writableByAll(),
      name: world.newName(),
    }),
  "folder.position": async (world) =>
    call<"folder.position">({ id: await world.folder(), parentType: "folder", parentId: await world.parent() }),

  // Items and files
  "item.list": async (world) => call<"item.list">({ folderId: await world.folder() }),
  "item.create": async (world) => call<"item.create">({ folderId: await world.folder(), name: "new" }),
  "item.get": onItem,
  "item.update": async (world) => call<"item.update">({ id: await world.item(), description: "x" }),
  "item.delete": onItem,
  "item.setMetadata": metadata(onItem),
  "item.files": onItem,
  "item.rootPath": onItem,
  "item.download": onItem,
  "item.deleteMetadata": keys(onItem),
  "item.copy": async (world) =>
    call<"item.copy">({ id: await world.item(), folderId: await world.writableByAll(), name: world.newName() }),
  "item.position": async (world) => {
    const { itemId, folderId } = await world.file();
    return call<"item.position">({ id: itemId, folderId });
  },
  "file.create": async (world) => ({
    args: { parentType: "folder", parentId: await world.folder(), name: "new.png", size: png.length },
    body: png,
  }),
  "file.chunk": onUpload(5, { offset: 0 }),
  "file.offset": async (world) => call<"file.offset">({ uploadId: await world.upload(5) }),
  "file.completion": async (world) => call<"file.completion">({ uploadId: await world.upload(5, true) }),
  "file.cancelUpload": async (world) => call<"file.cancelUpload">({ id: await world.upload(5) }),
  "file.get": onFile,
  "file.update": async (world) => call<"file.update">({ id: (await world.file()).id, name: "renamed.png" }),
  "file.delete": onFile,
  "file.copy": async (world) =>
    call<"file.copy">({ id: (await world.file()).id, itemId: await world.itemWritableByAll() }),
  "file.move": async (world) => call<"file.move">({ id: (await world.file()).id, assetstoreId: storageId }),
  "file.replaceContents": async (world) => ({
    args: { id: (await world.file()).id, size: 3 },
    body: new Uint8Array(3),
  }),
  "file.download": onFile,
  "file.downloadNamed": async (world) => ({ args: { id: (await world.file()).id, name: "x.png" } }),
  "resource.search": () =>
    call<"resource.search">({ q: "secret", mode: "prefix", types: ["folder", "item", "collection", "group"] }),
  "resource.lookup": async (world) => call<"resource.lookup">({ path: await world.path(await world.folder()) }),
  "resource.path": async (world) => call<"resource.path">({ id: await world.folder(), type: "folder" }),
  "resource.contents": async (world) => call<"resource.contents">({ resources: { folder: [await world.folder()] } }),
  "resource.delete": async (world) => call<"resource.delete">({ resources: { folder: [await world.folder()] } }),
  "trash.list": nothing,
  "trash.restore": async (world) => call<"trash.restore">({ id: await world.trashEntry() }),
  "trash.delete": async (world) => call<"trash.delete">({ id: await world.trashEntry() }),
  "resource.get": async (world) => call<"resource.get">({ id: await world.folder(), type: "folder" }),
  "resource.download": onResources,
  "resource.postDownload": onResources,
  "resource.move": into(onResources),
  "resource.copy": into(onResources),
  "resource.setTimestamp": async (world) =>
    call<"resource.setTimestamp">({ id: await world.folder(), type: "folder", created: "2020-01-01T00:00:00" }),

  // Datasets
  "dataset.list": nothing,
  "dataset.search": () => call<"dataset.search">({ q: "secret" }),
  "dataset.clone": async (world) =>
    call<"dataset.clone">({
      cloneId: await world.dataset(),
      // Into a folder of the caller's own: only reading the source is in question.
      parentFolderId: await world.writableByAll(),
      name: world.newName(),
    }),
  "dataset.clones": onDataset,
  // Refers to no clone: the test of clones covers cutting one.
  "dataset.cutClone": async (world) => {
    const id = await world.dataset();
    return call<"dataset.cutClone">({ id, cloneId: id });
  },
  "dataset.export": async (world) => call<"dataset.export">({ folderIds: [await world.dataset()] }),
  "dataset.validateFiles": () => ({ body: ["a.png"] }),
  "dataset.createMultiCam": async (world) => ({ args: { parentFolderId: await world.folder() }, body: {} }),
  "dataset.calibration": onAnnotations,
  "dataset.attachCalibration": async (world) =>
    call<"dataset.attachCalibration">({ id: await world.folder(), fileId: "0".repeat(24) }),
  "dataset.attachMetadataFile": async (world) =>
    call<"dataset.attachMetadataFile">({ id: await world.folder(), itemId: "0".repeat(24) }),
  "dataset.frameMetadataSources": onDataset,
  "scoring.list": nothing,
  "dataset.scorings": onDataset,
  // Refers to no result: the test of scorings covers who may read and delete one.
  "dataset.scoring": async (world) => call<"dataset.scoring">({ id: await world.dataset(), resultId: "0".repeat(24) }),
  "dataset.deleteScoring": async (world) =>
    call<"dataset.deleteScoring">({ id: await world.dataset(), resultId: "0".repeat(24) }),
  "dataset.scoringSources": onDataset,
  "comment.list": onDataset,
  "comment.create": async (world) => call<"comment.create">({ id: await world.dataset() }, { text: "Is it a cod?" }),
  // Refers to no comment: the test of comments covers who may change and delete one.
  "comment.update": async (world) =>
    call<"comment.update">({ id: await world.dataset(), commentId: "0".repeat(24) }, { resolved: true }),
  "comment.delete": async (world) => call<"comment.delete">({ id: await world.dataset(), commentId: "0".repeat(24) }),
  "task.list": nothing,
  "task.ofFolder": onFolder,
  "task.overview": onFolder,
  "task.work": onFolder,
  "task.corrections": onFolder,
  "task.agreement": onFolder,
  "task.consensus": async (world) =>
    call<"task.consensus">(
      { id: await world.savedDataset(track, "other") },
      { sets: ["", "other"], into: "consensus" },
    ),
  "task.create": async (world) =>
    call<"task.create">({}, { datasetIds: [await world.dataset()], assignees: ["admin"], instructions: "All fish" }),
  "task.get": async (world) => call<"task.get">({ id: await world.task() }),
  "task.update": async (world) => call<"task.update">({ id: await world.task() }, { version: 1, priority: "high" }),
  "task.move": async (world) => call<"task.move">({ id: await world.task() }, { version: 1, move: "handIn" }),
  "task.delete": async (world) => call<"task.delete">({ id: await world.task() }),
  "webhook.list": async (world) => call<"webhook.list">({ folderId: await world.dataset() }),
  "webhook.create": async (world) =>
    call<"webhook.create">(
      {},
      { url: "https://example.org/hook", events: ["job.ended"], folderId: await world.dataset() },
    ),
  // Refers to no webhook: the test of webhooks covers who may see and change one.
  "webhook.update": () => call<"webhook.update">({ id: "0".repeat(24) }, { active: false }),
  "webhook.delete": () => call<"webhook.delete">({ id: "0".repeat(24) }),
  "webhook.deliveries": () => call<"webhook.deliveries">({ id: "0".repeat(24) }),
  "webhook.resend": () => call<"webhook.resend">({ id: "0".repeat(24), deliveryId: "0".repeat(24) }),
  "webhook.test": () => call<"webhook.test">({ id: "0".repeat(24) }),
  "dataset.get": onDataset,
  "dataset.media": onDataset,
  "dataset.mediaBytes": async (world) => {
    const id = await world.dataset();
    return call<"dataset.mediaBytes">({ id, mediaId: await world.mediaOf(id) });
  },
  "dataset.mediaAddress": async (world) => {
    const id = await world.dataset();
    return call<"dataset.mediaAddress">({ id, mediaId: await world.mediaOf(id) });
  },
  "dataset.thumbnail": onDataset,
  "dataset.configuration": onDataset,
  "dataset.update": async (world) => ({ ...(await onDataset(world)), body: { confidenceFilters: { default: 0.5 } } }),
  "dataset.updateAttributes": async (world) => ({ ...(await onDataset(world)), body: { upsert: [], delete: [] } }),
  "dataset.updateAttributeTrackFilters": async (world) => ({
    ...(await onDataset(world)),
    body: { upsert: [], delete: [] },
  }),
  "dataset.presence": async (world) => ({ ...(await onDataset(world)), body: { page: "one" } }),
  "annotation.tracks": onAnnotations,
  "annotation.groups": onAnnotations,
  "annotation.image": onAnnotations,
  "annotation.sets": onAnnotations,
  "annotation.revisions": onAnnotations,
  "annotation.changes": async (world) => call<"annotation.changes">({ folderId: await world.dataset(), since: 0 }),
  "annotation.blame": async (world) => call<"annotation.blame">({ folderId: await world.dataset(), trackId: 0 }),
  "review.entries": async (world) => ({
    body: {
      datasetIds: [await world.dataset()],
      attribute: { name: "sex", value: "f" },
      rules: ["box-empty", "frame-behind-last"],
      author: world.stranger.id,
      source: "Run motion",
      revision: 1,
    },
  }),
  "review.tracks": async (world) => call<"review.tracks">({ folderId: await world.dataset(), trackIds: [0] }),
  "review.chip": async (world) => call<"review.chip">({ folderId: await world.dataset(), frame: 0, box: [0, 0, 8, 8] }),
  "annotation.labels": nothing,
  "annotation.save": async (world) => ({
    ...(await onAnnotations(world)),
    body: { tracks: { upsert: [track], delete: [] }, groups: { upsert: [], delete: [] } },
  }),
  "annotation.removeSet": async (world) =>
    call<"annotation.removeSet">({ folderId: await world.savedDataset(track, "other"), set: "other" }),
  "annotation.rollback": async (world) =>
    call<"annotation.rollback">({ folderId: await world.savedDataset(track), revision: 1 }),
  "annotation.export": onAnnotations,
  "rpc.postprocess": onDataset,
  "rpc.pipeline": async (world) =>
    call<"rpc.pipeline">({
      folderId: await world.dataset(),
      pipeline: { name: "motion", type: "detector", pipe: "detector_motion.pipe", folderId: null },
    }),
  "rpc.train": async (world) =>
    call<"rpc.train">({ pipelineName: "a", config: "channel features" }, { folderIds: [await world.dataset()] }),
  "rpc.score": async (world) => {
    const [computed, truth] = [await world.dataset(), await world.dataset()];
    const pair = { computed: { datasetId: computed }, truth: { datasetId: truth } };
    return call<"rpc.score">({}, { pairs: [pair] });
  },
  "rpc.render": async (world) => call<"rpc.render">({}, { folderId: await world.dataset() }),
  "rpc.export": async (world) => {
    const id = await world.folder();
    return call<"rpc.export">({ modelFolderId: id, exportFolderId: id });
  },
  "rpc.convertLargeImage": onDataset,
  "rpc.convertDive": onItem,
  "rpc.batchPostprocess": onFolder,
  "tile.get": onItem,
  "tile.create": onItem,
  "tile.delete": onItem,
  "tile.internalMetadata": onItem,
  "tile.zxy": async (world) => call<"tile.zxy">({ id: await world.item(), z: 0, x: 0, y: 0 }),
  "tile.fzxy": async (world) => call<"tile.fzxy">({ id: await world.item(), frame: 0, z: 0, x: 0, y: 0 }),
  "tile.thumbnail": onItem,
  "tile.region": onItem,
  "tile.quadInfo": onItem,
  "tile.histogram": onItem,

  // Jobs
  "job.list": nothing,
  "job.all": nothing,
  "job.queued": nothing,
  "job.typesAndStatuses": nothing,
  "job.typesAndStatusesAll": nothing,
  "job.get": onJob,
  "job.create": () => call<"job.create">({ title: "work", type: "convert" }),
  "job.update": async (world) => call<"job.update">({ id: await world.job(), log: "x" }),
  "job.cancel": onJob,
  "job.retry": onJob,
  "job.delete": onJob,
  "notification.list": nothing,
  "notification.stream": nothing,
};
