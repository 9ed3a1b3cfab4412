/**
 * Rows for the tables of every schema: what each migration has added. Values are chosen where a migration could damage
 * them.
 */

export type Value = string | number | null;
export type TableRows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

const [ada, folder, item] = ["5f00000000000000000000a1", "5f00000000000000000000f1", "5f00000000000000000000e1"];
const collection = "5f00000000000000000000c1";
const hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const ms = 1_700_000_000_123;

/** By the version whose migration added the table, or the column. */
export const rowsSince: Readonly<Record<number, TableRows>> = {
  1: {
    users: [
      {
        id: ada,
        login: "ada1",
        email: "ada@example.org",
        first_name: "Ada",
        last_name: "O'Löve\u2028lace",
        admin: 1,
        status: "enabled",
        password_hash: null,
        email_verified: 1,
        private_queue_enabled: 0,
        created_ms: ms,
      },
    ],
    tokens: [
      {
        id: "5f00000000000000000000b1",
        hash: "ab".repeat(32),
        user_id: ada,
        scopes: '["core.user_auth"]',
        created_ms: ms,
        expires_ms: 4_102_444_800_000,
      },
    ],
    access: [{ model: "collection", document_id: collection, subject_type: "user", subject_id: ada, level: 2 }],
    collections: [
      {
        id: collection,
        name: "Öffentlich",
        lower_name: "öffentlich",
        description: "",
        public: 1,
        meta: "{}",
        created_ms: ms,
        updated_ms: ms,
      },
    ],
    folders: [
      {
        id: folder,
        name: "Ships 100%",
        lower_name: "ships 100%",
        description: 'a "quoted" one\nof two lines',
        parent_type: "user",
        parent_id: ada,
        base_parent_type: "user",
        base_parent_id: ada,
        creator_id: ada,
        public: 0,
        size: 5,
        meta: '{"annotate":true,"fps":29.97,"type":"image-sequence","note":"back\\\\slash"}',
        is_dataset: 1,
        is_published: 0,
        foreign_media_id: null,
        created_ms: ms,
        updated_ms: ms,
      },
    ],
    items: [
      {
        id: item,
        folder_id: folder,
        name: "a.png",
        lower_name: "a.png",
        description: "",
        creator_id: ada,
        size: 5,
        meta: "{}",
        copy_of_item_id: null,
        created_ms: ms,
        updated_ms: ms,
      },
    ],
    blobs: [{ hash, size: 5, claimed_ms: ms, sweeping: 0 }],
    files: [
      {
        id: "5f00000000000000000000d1",
        item_id: item,
        name: "a.png",
        mime_type: "image/png",
        size: 5,
        blob_hash: hash,
        link_url: null,
        creator_id: ada,
        created_ms: ms,
        updated_ms: ms,
      },
    ],
    uploads: [
      {
        id: "5f00000000000000000000aa",
        user_id: ada,
        parent_type: "folder",
        parent_id: folder,
        name: "b.png",
        mime_type: "image/png",
        size: 9_007_199_254_740_991,
        received: 0,
        created_ms: ms,
        updated_ms: 4_102_444_800_000,
      },
    ],
    settings: [{ key: "brand", value: '{"name":"Wake\'s"}' }],
  },
  2: {
    annotations: [
      {
        dataset_id: folder,
        set_name: "",
        kind: "track",
        id: 1,
        rev_created: 1,
        rev_deleted: 2,
        label: "fish",
        begin_frame: 0,
        end_frame: 3,
        payload: '{"id":1,"begin":0,"end":3,"confidencePairs":[["fish",0.1]],"attributes":{},"features":[]}',
      },
      {
        dataset_id: folder,
        set_name: "",
        kind: "track",
        id: 1,
        rev_created: 2,
        rev_deleted: null,
        label: "shark",
        begin_frame: 0,
        end_frame: 4,
        payload:
          '{"id":1,"begin":0,"end":4,"confidencePairs":[["shark",1]],"attributes":{"ü":"\\u2028"},"features":[]}',
      },
      {
        dataset_id: folder,
        set_name: "second",
        kind: "group",
        id: 2_147_483_648,
        rev_created: 2,
        rev_deleted: null,
        label: null,
        begin_frame: 0,
        end_frame: 0,
        payload: '{"id":2147483648,"begin":0,"end":0,"members":{},"confidencePairs":[]}',
      },
    ],
    revisions: [1, 2].map((revision) => ({
      dataset_id: folder,
      revision,
      set_name: "",
      author_id: ada,
      author_name: "ada1",
      description: "save",
      additions: revision,
      deletions: revision - 1,
      created_ms: ms + revision,
      save_id: revision === 1 ? null : "one-save",
    })),
  },
  3: {
    uploads: [
      {
        id: "5f00000000000000000000ab",
        user_id: ada,
        parent_type: "folder",
        parent_id: folder,
        name: "a.png",
        mime_type: "image/png",
        size: 5,
        received: 5,
        created_ms: ms,
        updated_ms: 4_102_444_800_000,
        file_id: "5f00000000000000000000d1",
      },
    ],
  },
  4: {
    groups: [
      {
        id: "5f0000000000000000000001",
        name: "Crew",
        lower_name: "crew",
        description: "",
        public: 0,
        add_allowed: "default",
        created_ms: ms,
        updated_ms: ms,
      },
    ],
    group_members: [{ group_id: "5f0000000000000000000001", user_id: ada, state: "member", level: 0 }],
    api_keys: [
      {
        id: "5f0000000000000000000011",
        user_id: ada,
        hash: "cd".repeat(32),
        hint: "abcd",
        name: "script",
        scopes: null,
        token_days: 0.5,
        active: 1,
        created_ms: ms,
        last_use_ms: null,
      },
    ],
    tokens: [
      {
        id: "5f00000000000000000000b2",
        hash: "ef".repeat(32),
        user_id: ada,
        scopes: "[]",
        created_ms: ms,
        expires_ms: 4_102_444_800_000,
        api_key_id: "5f0000000000000000000011",
      },
    ],
  },
  5: {
    jobs: [
      {
        id: "5f0000000000000000000021",
        title: 'Run "it"',
        type: "pipelines",
        user_id: ada,
        parent_id: null,
        dataset_id: folder,
        public: 0,
        status: 3,
        handler: "worker_handler",
        args: "[]",
        kwargs: "{}",
        meta: '{"params":{}}',
        params: null,
        progress: '{"total":1,"current":1}',
        timestamps: "[]",
        created_ms: ms,
        updated_ms: ms,
        when_ms: ms,
      },
    ],
    job_logs: [{ job_id: "5f0000000000000000000021", position: 0, text: "line one\nlïne two\n" }],
    notifications: [
      {
        id: "5f0000000000000000000031",
        user_id: ada,
        type: "job_status",
        data: '{"status":3}',
        created_ms: ms,
        updated_ms: ms,
        expires_ms: 4_102_444_800_000,
      },
    ],
  },
  7: {
    workers: [{ name: "here:1", queues: '["convert","ada1@private"]', until_ms: ms }],
  },
  8: {
    audit: [
      {
        id: "5f0000000000000000000041",
        created_ms: ms,
        actor_id: ada,
        actor_login: "ada1",
        area: "setting",
        action: "setting.changed",
        target_type: "setting",
        target_id: "core.brand_name",
        target_name: "core.brand_name",
        changes: '[{"name":"core.brand_name","from":null,"to":"Sea"}]',
      },
    ],
  },
  9: {
    users: [
      {
        id: "5f00000000000000000000a9",
        login: "bea1",
        email: "bea@example.org",
        first_name: "Bea",
        last_name: "Lang",
        admin: 0,
        status: "enabled",
        password_hash: null,
        email_verified: 0,
        private_queue_enabled: 0,
        language: "de",
        theme: "light",
        created_ms: ms,
      },
    ],
  },
  11: {
    workers: [
      {
        name: "there:2",
        queues: '["pipelines"]',
        until_ms: ms,
        offer: '{"pipelines":[],"configurations":["fish.conf"],"has":["train fish.conf"]}',
      },
    ],
  },
  12: {
    folder_access: [
      { list_id: "3d41", subject_type: "user", subject_id: ada, level: 2 },
      { list_id: "3d41", subject_type: "group", subject_id: "5f0000000000000000000001", level: 0 },
    ],
    folders: [
      {
        id: "5f00000000000000000000f2",
        name: "Inside",
        lower_name: "inside",
        description: "",
        parent_type: "folder",
        parent_id: folder,
        base_parent_type: "user",
        base_parent_id: ada,
        creator_id: ada,
        public: 0,
        size: 0,
        meta: "{}",
        is_dataset: 0,
        is_published: 0,
        foreign_media_id: null,
        created_ms: ms,
        updated_ms: ms,
        access_list: "3d41",
      },
    ],
  },
  15: {
    clones: [{ dataset_id: "5f00000000000000000000f2", source_id: folder, cut_ms: ms }],
    clone_media: [{ dataset_id: "5f00000000000000000000f2", item_id: item, blob_hash: hash }],
  },
  16: {
    jobs: [
      {
        id: "5f0000000000000000000022",
        title: "Converting sea to a web friendly format",
        type: "convert",
        user_id: ada,
        parent_id: null,
        dataset_id: folder,
        public: 0,
        status: 0,
        handler: "celery_handler",
        args: "[]",
        kwargs: '{"kind":"convert-images","task":{"folderId":"' + folder + '"}}',
        meta: "{}",
        params: null,
        progress: null,
        timestamps: "[]",
        created_ms: ms,
        updated_ms: ms,
        when_ms: ms,
        queue: "convert",
        dedupe_key: "convert-images " + folder,
        turn: 3,
      },
    ],
  },
  19: {
    media_sources: [{ id: "5f00000000000000000000e1", name: "Cruise", location: "/media/cruise", created_ms: ms }],
    files: [
      {
        id: "5f00000000000000000000d2",
        item_id: item,
        name: "reef.mp4",
        mime_type: "video/mp4",
        size: 9,
        blob_hash: null,
        link_url: null,
        creator_id: ada,
        created_ms: ms,
        updated_ms: ms,
        source_id: "5f00000000000000000000e1",
        source_key: "2024/reef.mp4",
        source_etag: "9-1",
      },
    ],
  },
  21: {
    folders: [
      {
        id: "5f00000000000000000000f3",
        name: "Thrown away",
        lower_name: "thrown away",
        sort_name: "thrown away",
        description: "",
        parent_type: "folder",
        parent_id: "5f0000000000000000000071",
        base_parent_type: "user",
        base_parent_id: ada,
        creator_id: ada,
        public: 0,
        size: 0,
        meta: "{}",
        is_dataset: 0,
        is_published: 0,
        foreign_media_id: null,
        created_ms: ms,
        updated_ms: ms,
        access_list: "3d41",
        trash_id: "5f0000000000000000000071",
      },
    ],
    trash: [
      {
        id: "5f0000000000000000000071",
        folder_id: "5f00000000000000000000f3",
        parent_type: "user",
        parent_id: "5f0000000000000000000001",
        deleted_by: ada,
        deleted_ms: ms,
      },
    ],
  },
  22: {
    comments: [
      {
        id: "5f0000000000000000000081",
        dataset_id: folder,
        thread_id: "5f0000000000000000000081",
        author_id: ada,
        author_login: "ada",
        text: "Is this a cod?",
        anchor: '{"track":3,"frame":1}',
        created_ms: ms,
        edited_ms: ms,
        resolved_ms: ms,
        resolved_by: "ada",
      },
    ],
  },
  23: {
    identities: [{ issuer: "https://sso.example.org", subject: "a-1", user_id: ada, created_ms: ms }],
  },
  24: {
    annotations: [
      {
        dataset_id: folder,
        set_name: "long",
        kind: "track",
        id: 5,
        rev_created: 2,
        rev_deleted: null,
        label: "shark",
        begin_frame: 0,
        end_frame: 4,
        payload:
          '{"attributes":{"ü":"🐟"},"begin":0,"confidencePairs":[["shark",1]],"end":4,"features":[{"bounds":[0,0,1,1],"frame":0}],"id":5}',
        cut_at: 116,
      },
    ],
    feature_chunks: [
      {
        dataset_id: folder,
        set_name: "long",
        track_id: 5,
        first_frame: 4,
        rev_created: 2,
        rev_deleted: null,
        last_frame: 4,
        feature_count: 1,
        payload: ',{"bounds":[0,0,2,2],"frame":4,"notes":["it\'s\\u2028"]}',
      },
    ],
  },
  25: {
    tasks: [
      {
        id: "5f0000000000000000000091",
        dataset_id: folder,
        set_name: "",
        assignee_id: ada,
        reviewer_id: null,
        state: "inReview",
        priority: "high",
        due: "2026-12-01",
        version: 3,
        created_ms: ms,
        content:
          '{"ranges":[[0,9]],"instructions":"All fish","types":["cod"],"attributes":[],"rules":[],"assigneeLogin":"ada","reviewerLogin":"","creatorLogin":"ada","history":[]}',
      },
    ],
  },
  26: {
    webhooks: [
      {
        id: "5f0000000000000000000092",
        folder_id: folder,
        url: "https://example.org/hook",
        secret: "secret",
        events: '["annotations.saved"]',
        description: "Größe",
        active: 1,
        creator_id: ada,
        creator_login: "ada",
        created_ms: ms,
      },
    ],
    webhook_deliveries: [
      {
        id: "5f0000000000000000000093",
        webhook_id: "5f0000000000000000000092",
        event: "annotations.saved",
        content: '{"data":{"revision":3}}',
        created_ms: ms,
        due_ms: ms,
        tries: 2,
        answered: 500,
        failure: "it answered 500",
        ended_ms: null,
      },
    ],
  },
};

/** All rows that a database of this schema can contain. */
export function rowsOf(version: number): { readonly table: string; readonly row: Readonly<Record<string, Value>> }[] {
  const versions = Object.keys(rowsSince).map(Number);
  return versions
    .filter((since) => since <= version)
    .flatMap((since) => Object.entries(rowsSince[since] ?? {}))
    .flatMap(([table, rows]) => rows.map((row) => ({ table, row })));
}
