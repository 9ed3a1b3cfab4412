/**
 * The requests of DIVE's built web client, as data: one entry per request, in the order of a session. `from` names the
 * place in its sources (client/platform/web-girder and @girder/components) that makes the request. Values are what its
 * code passes to axios 1, including `null` and `undefined`, which `axiosParams` in `calls.ts` writes as axios does.
 * `{name}` stands for what an earlier response gave to `saves`.
 */
export interface Recorded {
  readonly from: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** `null` is axios' empty body, declared as a form. */
  readonly body?:
    | null
    | { readonly json: unknown }
    | { readonly form: Readonly<Record<string, unknown>> }
    | { readonly text: string }
    | { readonly multipart: Readonly<Record<string, unknown>> }
    | { readonly file: string };
  /** Requested by the browser itself, with the cookie only. */
  readonly by?: "browser";
  readonly status?: number;
  /** Minimum content of the response, where its schema does not say enough. */
  readonly answer?: unknown;
  /** Path of a value in the response, by name. */
  readonly saves?: Readonly<Record<string, string>>;
  /** Repeated until the response contains `answer`. */
  readonly until?: true;
}

const uploaded = (file: string): readonly Recorded[] => [
  {
    from: "@girder/components utils/upload.js",
    method: "POST",
    path: "file",
    body: { form: { parentType: "folder", parentId: "{images}", name: file, size: "{size}", mimeType: "image/png" } },
    saves: { upload: "_id" },
  },
  {
    from: "@girder/components utils/upload.js",
    method: "POST",
    path: "file/chunk",
    params: { offset: 0, uploadId: "{upload}" },
    body: { file },
    answer: { name: file, _modelType: "file" },
  },
];

const rpc = "api/rpc.service.ts";
const datasets = "api/dataset.service.ts";
const annotations = "api/annotation.service.ts";
const configuration = "api/configuration.service.ts";
const girder = "api/girder.service.ts";
const untilDone = { until: true, answer: { status: 3 } } as const;

export const recorded: readonly Recorded[] = [
  // Opening the page.
  { from: "store/useJobs.ts", method: "GET", path: "job", params: { statuses: "[2, 1, 0]" }, answer: [] },
  { from: configuration, method: "GET", path: "dive_configuration/brand_data" },
  { from: configuration, method: "GET", path: "dive_configuration" },
  { from: "@girder/components rest.js", method: "GET", path: "user/me", answer: { login: "ada1" } },
  { from: configuration, method: "GET", path: "dive_configuration/pipelines", saves: { pipe: "detector.pipes.0" } },
  {
    from: configuration,
    method: "GET",
    path: "dive_configuration/training_configs",
    saves: { config: "training.default" },
  },
  // Browsing.
  { from: "DataBrowser", method: "GET", path: "user/{me}/details" },
  {
    from: "DataBrowser",
    method: "GET",
    path: "folder",
    params: { parentType: "user", parentId: "{me}", limit: 20, offset: 0, sort: undefined, sortdir: undefined },
  },
  {
    from: "Search.vue",
    method: "GET",
    path: "resource/search",
    params: { q: "priv", mode: "prefix", types: '["user","folder"]', limit: 7 },
    answer: { user: [], folder: [{ name: "Private" }] },
  },
  { from: annotations, method: "GET", path: "dive_annotation/labels" },
  // Uploading a sequence.
  {
    from: datasets,
    method: "POST",
    path: "dive_dataset/validate_files",
    body: { json: ["1.png", "2.png"] },
    answer: { ok: true, type: "image-sequence" },
  },
  {
    from: datasets,
    method: "POST",
    path: "folder",
    params: { parentId: "{home}", name: "recorded" },
    body: { text: 'metadata={"fps":5,"type":"image-sequence"}' },
    saves: { images: "_id" },
  },
  ...["1.png", "2.png"].flatMap(uploaded),
  {
    from: rpc,
    method: "POST",
    path: "dive_rpc/postprocess/{images}",
    body: null,
    params: {
      skipJobs: false,
      skipTranscoding: false,
      additive: false,
      additivePrepend: "",
      set: undefined,
      stitchedSide: undefined,
      jobDatasetId: undefined,
    },
    answer: { warnings: [], job_ids: [] },
  },
  // The viewer.
  { from: "api/multicamResolve.ts", method: "GET", path: "folder/{images}", answer: { meta: { annotate: true } } },
  { from: datasets, method: "GET", path: "dive_dataset/{images}", answer: { fps: 5, type: "image-sequence" } },
  { from: datasets, method: "GET", path: "dive_dataset/{images}/media", saves: { url: "imageData.0.url" } },
  { from: "an <img> of the viewer", method: "GET", path: "{url}", by: "browser" },
  {
    from: annotations,
    method: "GET",
    path: "dive_annotation/track",
    params: { folderId: "{images}", revision: undefined, set: undefined },
    answer: [],
  },
  { from: annotations, method: "GET", path: "dive_annotation/group", params: { folderId: "{images}" }, answer: [] },
  { from: annotations, method: "GET", path: "dive_annotation/sets", params: { folderId: "{images}" }, answer: [] },
  // Saving.
  {
    from: annotations,
    method: "PATCH",
    path: "dive_annotation",
    params: { folderId: "{images}" },
    body: {
      json: {
        tracks: {
          upsert: [
            {
              id: 0,
              begin: 0,
              end: 0,
              confidencePairs: [["fish", 0.9]],
              attributes: {},
              meta: undefined,
              features: [{ frame: 0, bounds: [1, 2, 5, 6], keyframe: true, interpolate: false }],
            },
          ],
          delete: [],
        },
        groups: { upsert: [], delete: [] },
        set: undefined,
      },
    },
    answer: { updated: 1, deleted: 0 },
  },
  {
    from: datasets,
    method: "PATCH",
    path: "dive_dataset/{images}",
    body: {
      json: {
        customTypeStyling: { fish: { color: "#ff0000", strokeWidth: 3 } },
        customGroupStyling: {},
        confidenceFilters: { default: 0.1 },
        timeFilters: null,
        imageEnhancements: {},
        typeHierarchy: undefined,
      },
    },
  },
  {
    from: datasets,
    method: "PATCH",
    path: "dive_dataset/{images}/attributes",
    body: {
      json: {
        upsert: [{ belongs: "track", datatype: "text", name: "sex", key: "track_sex", values: ["f"], user: false }],
        delete: [],
      },
    },
  },
  {
    from: datasets,
    method: "PATCH",
    path: "dive_dataset/{images}/attribute_track_filters",
    body: { json: { upsert: [], delete: [] } },
  },
  {
    from: annotations,
    method: "GET",
    path: "dive_annotation/revision",
    params: { folderId: "{images}", sortdir: -1, limit: 20, offset: 0, sort: "revision" },
    answer: [{ revision: 1, author_name: "ada1" }],
  },
  // Importing a file of annotations.
  {
    from: `${datasets} importAnnotationFile`,
    method: "POST",
    path: "file",
    body: null,
    params: { parentType: "folder", parentId: "{images}", name: "a.csv", size: "{size}", mimeType: "text/csv" },
    saves: { upload: "_id" },
  },
  {
    from: `${datasets} importAnnotationFile`,
    method: "POST",
    path: "file/chunk",
    params: { uploadId: "{upload}", offset: 0 },
    body: { file: "a.csv" },
  },
  {
    from: rpc,
    method: "POST",
    path: "dive_rpc/postprocess/{images}",
    body: null,
    params: { skipJobs: true, skipTranscoding: false, additive: true, additivePrepend: "x", set: undefined },
    answer: { warnings: [], job_ids: [] },
  },
  // A pipeline, as listed: `folderId` of a built-in one is null, which axios 1 omits.
  {
    from: `${rpc} runPipeline`,
    method: "POST",
    path: "dive_rpc/pipeline",
    body: null,
    params: { folderId: "{images}", pipeline: "{pipe}" },
    saves: { job: "_id" },
    answer: { type: "pipelines", dataset_id: "{images}" },
  },
  { from: "store/useJobs.ts", method: "GET", path: "job/{job}", ...untilDone },
  {
    from: `${rpc} runPipeline`,
    method: "POST",
    path: "dive_rpc/pipeline",
    body: null,
    params: {
      folderId: "{images}",
      pipeline: "{pipe}",
      pipelineParams: {
        kwiverParams: {},
        runtimeParams: { frameRange: [0, 1] },
        outputDatasetName: undefined,
        outputParentFolderId: null,
      },
    },
    saves: { job: "_id" },
  },
  { from: "store/useJobs.ts", method: "GET", path: "job/{job}", ...untilDone },
  // Jobs.
  { from: "views/Jobs.vue", method: "GET", path: "job/queued", answer: { outstanding: 0 } },
  {
    from: "@girder/components JobList",
    method: "GET",
    path: "job",
    params: { limit: 11, offset: 0, sort: ["updated"], sortdir: [-1], statuses: null, types: undefined },
  },
  { from: "@girder/components JobList", method: "GET", path: "job/typeandstatus" },
  {
    from: girder,
    method: "PUT",
    path: "user/{me}/use_private_queue",
    body: null,
    params: { privateQueueEnabled: false },
    answer: { user_private_queue_enabled: false },
  },
  // Cloning, training.
  {
    from: `${datasets} clone`,
    method: "POST",
    path: "dive_dataset",
    body: null,
    params: { cloneId: "{images}", parentFolderId: "{home}", name: "recorded clone", revision: undefined },
    answer: { foreign_media_id: "{images}" },
    saves: { clone: "_id" },
  },
  {
    from: `${rpc} runTraining`,
    method: "POST",
    path: "dive_rpc/train",
    params: { pipelineName: "recorded", config: "{config}", annotatedFramesOnly: false },
    body: {
      json: { folderIds: ["{images}"], labelText: undefined, fineTuneModel: undefined, monitorEmail: undefined },
    },
    saves: { job: "_id" },
  },
  // The two small pictures are too few to learn from: the job only needs to run and end.
  { from: "store/useJobs.ts", method: "GET", path: "job/{job}", until: true, answer: { type: "training" } },
  // Downloads, deleting, the administration list, signing out.
  {
    from: "a link of the export menu",
    method: "GET",
    path: "dive_annotation/export",
    by: "browser",
    params: { folderId: "{images}", excludeBelowThreshold: false, typeFilter: '["fish"]' },
  },
  {
    from: "a link of the export menu",
    method: "GET",
    path: "dive_dataset/export",
    by: "browser",
    params: { folderIds: '["{images}"]', includeMedia: false, includeDetections: true },
  },
  {
    from: `${datasets} getDatasetList`,
    method: "GET",
    path: "dive_dataset",
    params: { limit: 50, offset: 0, sort: "created", sortdir: -1, shared: undefined, published: undefined },
  },
  {
    from: girder,
    method: "DELETE",
    path: "resource",
    body: { multipart: { resources: '{"folder":["{clone}"],"item":[]}' } },
    answer: null,
  },
  {
    from: "@girder/components rest.js",
    method: "DELETE",
    path: "user/authentication",
    answer: { message: "Logged out." },
  },
];
