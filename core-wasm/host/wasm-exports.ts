/**
 * The exports of assembly/index.ts, as seen from TypeScript. Addresses are unsigned 32-bit numbers that arrive signed:
 * use `>>> 0`. A slice is a bigint: start in the low half, length in the high half, 0n for none. A global holds its
 * `value`.
 */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;

  // Lifetime and memory.
  core_clear(): void;
  arena_end(): number;
  /** Call it once, before anything else, with a random number that is kept secret. */
  hash_set_secret(random: bigint): void;
  source_open(length: number): number;
  source_close(start: number, length: number): void;
  transfer_open(bytes: number): number;
  readonly transfer_start: WasmGlobal;

  // Numbers, for their tests.
  number_parse(start: number): number;
  readonly number_end: WasmGlobal;
  number_print_js(target: number, value: number): number;
  number_print_python(target: number, value: number): number;

  // Reading.
  json_prepare(start: number, length: number): void;
  read_begin(): void;
  read_finish(): void;
  read_roll_back(): void;
  json_begin(bytes: number): void;
  json_read_piece(start: number, length: number, isLast: number): number;
  json_place(): number;
  readonly json_item_index: WasmGlobal;
  csv_begin(bytes: number): void;
  /** Returns how many bytes were read. */
  csv_read_piece(start: number, length: number, isLast: number): number;
  csv_end(): void;
  readonly csv_metadata_line: WasmGlobal;
  readonly csv_metadata: WasmBigGlobal;
  readonly csv_named_frame_end: WasmGlobal;
  csv_put_names(): number;
  readonly csv_other_names: WasmGlobal;
  readonly csv_other_name_frame: WasmGlobal;
  readonly image_mismatch_count: WasmGlobal;
  readonly image_mismatches: WasmGlobal;
  readonly image_unknown_count: WasmGlobal;
  image_open(): void;
  image_close(): void;
  image_name_count(): number;
  image_name(index: number): bigint;
  image_set_frame(index: number, frame: number): void;
  mot_set_options(labels: number, labelCount: number, firstPixel: number): void;
  mot_read(start: number, length: number): void;
  attribute_count(): number;
  attribute_name(attribute: number): bigint;
  attribute_is_track(attribute: number): number;
  /** Address of u32 counts: numbers, booleans, texts. */
  attribute_uses(attribute: number): number;
  attribute_has_all_values(attribute: number): number;
  value_count(): number;
  value_text(value: number): bigint;
  value_attribute(value: number): number;
  value_uses(value: number): number;
  readonly read_fps: WasmGlobal;
  readonly document_fps: WasmGlobal;
  readonly document_extra: WasmBigGlobal;
  text_is_utf8(start: number, length: number): number;
  text_utf8_length(start: number, length: number): number;
  read_set_group_id_offset(offset: number): void;
  read_set_id_offset(offset: number): void;
  read_set_type_prefix(start: number, length: number): void;
  /** Sections are slices; their positions are those of Section in assembly/formats/coco/document.ts. */
  coco_open(start: number, length: number): void;
  coco_section(section: number): bigint;
  coco_open_categories(): void;
  coco_add_category(idStart: number, idLength: number, type: number, id: number): void;
  coco_add_keypoint(start: number, length: number): void;
  coco_add_keypoint_category(start: number, idLength: number, nameLength: number): void;
  coco_intern_category(start: number, length: number): number;
  coco_set_duplicate_names(has: number): void;
  coco_read_images(): void;
  readonly coco_frames_disagree: WasmGlobal;
  readonly coco_images_matched: WasmGlobal;
  coco_image_count(): number;
  coco_image_frame(position: number): number;
  coco_image_place(position: number): number;
  coco_image_name(position: number): bigint;
  coco_set_image_frame(position: number, frame: number): void;
  coco_order_images(): void;
  coco_find_masks(): void;
  readonly coco_mask_count: WasmGlobal;
  coco_mask(index: number): bigint;
  coco_set_outline(index: number, start: number): void;
  coco_first_has_track(): number;
  coco_read_annotations(): void;
  readonly problem_count: WasmGlobal;
  problem_records(): number;
  readonly read_is_refused: WasmGlobal;
  readonly read_skipped: WasmGlobal;

  // Writing.
  export_clear_filter(): void;
  export_open_filter(): number;
  json_write_begin(): void;
  json_write_piece(): number;
  readonly json_write_next: WasmGlobal;
  readonly json_written: WasmGlobal;
  json_put_track(target: number, track: number): number;
  json_put_track_head(target: number, track: number): number;
  json_put_feature(target: number, row: number): number;
  json_set_style(style: number): void;
  json_room(length: number): number;
  json_put(target: number, text: bigint): number;
  csv_set_dialect(dive: number, crLf: number): void;
  csv_write_no_names(): void;
  csv_write_times(fps: number): void;
  csv_write_image_names(table: number, count: number): void;
  csv_count_rows(): number;
  csv_write_begin(): void;
  csv_write_piece(): number;
  readonly csv_write_next: WasmGlobal;
  readonly csv_written: WasmGlobal;
  /** Address of one class number (i32) per type, -1: none. */
  mot_write_begin(groundTruth: number): number;
  mot_write_piece(): number;
  readonly mot_write_next: WasmGlobal;
  readonly mot_written: WasmGlobal;
  coco_write_begin(plain: number, framesWithImage: number): void;
  coco_used_types(): number;
  readonly coco_used_type_count: WasmGlobal;
  coco_used_frames(): number;
  readonly coco_used_frame_count: WasmGlobal;
  coco_point_name_count(): number;
  coco_point_name(index: number): bigint;
  /** Address of one f64 per used frame, to be filled. */
  coco_image_ids(): number;
  coco_write_begin_annotations(): void;
  coco_write_piece(): number;
  readonly coco_write_next: WasmGlobal;
  readonly coco_written: WasmGlobal;
  losses_clear(): void;
  loss_entries(): number;

  // Columns.
  readonly track_count: WasmGlobal;
  readonly detection_count: WasmGlobal;
  /** -1: there is no detection. */
  track_last_frame(): number;
  track_find(id: number): number;
  track_at(position: number): number;
  track_largest_id(): bigint;
  track_id(track: number): number;
  track_begin(track: number): number;
  track_end(track: number): number;
  track_first_row(track: number): number;
  track_row_count(track: number): number;
  track_pairs(track: number): bigint;
  track_shown_type(track: number): number;
  track_row_up_to(track: number, frame: number): number;
  track_store_bounds(target: number, track: number, frame: number): number;
  /** The last keyframe at or before a row, or NONE. */
  track_keyframe_up_to(track: number, row: number): number;
  track_keyframe_count(track: number): number;
  row_is_keyframe(row: number): number;
  pair_type(pair: number): number;
  pair_confidence(pair: number): number;
  row_frame(row: number): number;
  row_bounds(row: number): number;
  row_flags(row: number): number;
  /** `fishLength`; NaN: absent. */
  row_length(row: number): number;
  readonly type_count: WasmGlobal;
  type_name(type: number): bigint;
  readonly group_count: WasmGlobal;
  readonly group_end: WasmGlobal;
  group_is_alive(group: number): number;
  group_find(id: number): number;
  group_id(group: number): number;
  group_begin(group: number): number;
  group_last(group: number): number;
  group_json(group: number): bigint;

  // Queries.
  /** Rules as written by host/queries/filter-rules.ts; they take effect with `filter_apply`. */
  filter_set_rules(rules: number): void;
  filter_apply(): number;
  count_by_frame(frameCount: number): number;
  /** Address of two u32 per type: pairs, shown tracks. */
  count_types(): number;
  /** Address of one u32 per row. */
  row_frame_column(): number;
  /** Address of one u8 per row. */
  row_flag_column(): number;
  readonly row_end: WasmGlobal;
  /** Fills the attribute table from the current annotations. */
  attribute_count_all(): void;
  attribute_open_path(): void;
  attribute_add_to_path(start: number, length: number): void;
  /** Puts n f64 and n kinds into the transfer block; returns n. */
  attribute_make_column(isTrack: number, firstTrack: number, endTrack: number): number;
  attribute_column_text(index: number): bigint;
  /** Puts five u32 per track into the transfer block; returns the number of tracks. */
  track_list(): number;
  /** Puts one u32 per shown track into the transfer block; returns their number. */
  track_list_shown(): number;
  /** Puts six u32 per shown track into the transfer block; returns their number. */
  track_list_spans(): number;
  /** One byte per entry, anywhere in memory. */
  filter_set_out(flags: number): void;
  /** Writes id and type (u32 each) of the tracks that pass another filter to `target`; returns their number. */
  filter_select(target: number, rules: number, flags: number): number;
  integrity_check(): number;
  readonly integrity_broken_at: WasmGlobal;
  readonly integrity_always: WasmGlobal;
  /** Number of entries, with bits of DrawAnswer. */
  draw_query(frame: number): number;
  /** Like `draw_query` for these tracks (u32 ids), shown or not. */
  draw_tracks(frame: number, ids: number, count: number): number;
  draw_bounds(): number;
  draw_types(): number;
  draw_flags(): number;
  draw_track_ids(): number;
  draw_capacity(): number;
  draw_set_origin(x: number, y: number): void;
  /** Number of shapes of the frame last queried, which had this many entries. */
  shape_query(frame: number, entries: number): number;
  shape_records(): number;
  pool_points(): number;
  pool_point_count(): number;
  pool_kept_paths(): number;
  pool_paths(): number;
  pool_path_count(): number;

  // Editing. Results are positions in the catalog of edit-errors.ts, 0 for success.
  edit_add_track(
    id: number,
    frame: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    interpolates: number,
    pairs: number,
    pairsLength: number,
  ): number;
  edit_delete_track(id: number): number;
  edit_set_pairs(id: number, pairs: number, pairsLength: number): number;
  edit_set_bounds(id: number, frame: number, x1: number, y1: number, x2: number, y2: number): number;
  edit_put_group(id: number, image: number, length: number): number;
  edit_put_track(id: number, image: number, length: number): number;
  track_image_bytes(id: number): number;
  track_store_image(target: number, id: number): void;
  edit_toggle_keyframe(id: number, frame: number): number;
  edit_set_interpolate(id: number, frame: number, on: number): number;
  edit_set_interpolate_all(id: number, on: number): number;
  edit_store_detection(id: number, frame: number): number;
  edit_set_extra(id: number, frame: number, extra: number, length: number, hasGeometry: number): void;
  edit_set_length(id: number, frame: number, length: number): void;
  edit_set_track_text(id: number, isAttributes: number, text: number, length: number): void;
  edit_renumber(id: number, newId: number): number;
  edit_split(id: number, frame: number, firstId: number, secondId: number): number;
  edit_merge(ids: number, count: number): number;
  edit_delete_detections(id: number, from: number, to: number): number;
  edit_compact(): number;
  track_attributes(track: number): bigint;
  track_extra(track: number): bigint;
  row_extra(row: number): bigint;
  readonly track_entry_end: WasmGlobal;
  /** Increases when entries are renumbered. */
  readonly track_packings: WasmGlobal;
  track_set_largest_id(id: bigint): void;
  log_added(firstTrack: number, firstGroup: number): void;
  readonly log_end: WasmGlobal;
  log_address(offset: number): number;
  log_revert(from: number, to: number): void;
  log_drop(from: number): void;
  log_replay(start: number, length: number): number;

  // A calibrated pair of cameras. Sides are 0: left, 1: right.
  /** Address of 30 f64: two lenses of 9 each, R in row-major order, T. */
  stereo_rig(): number;
  /** Address of 32 f64: arguments, then results. */
  stereo_exchange(): number;
  stereo_triangulate(pickPx: number): number;
  stereo_measure(pickPx: number): number;
  /** Number of points at `stereo_line_points()`, x and y as f64 each. */
  stereo_line(from: number, x: number, y: number, width: number, height: number): number;
  stereo_line_points(): number;
  stereo_match(
    from: number,
    pixels: number,
    width: number,
    height: number,
    otherPixels: number,
    otherWidth: number,
    otherHeight: number,
  ): number;

  // Registration of two pictures by pairs of points, 4 f64 each, which are overwritten with residuals.
  /** 0, or the position in `registrationRefusals`, from 1 on. */
  registration_solve(model: number, pairs: number, count: number): number;
  /** Address of 19 f64: A to B and B to A in row-major order, the root mean square of the residuals. */
  registration_result(): number;
}

export interface WasmGlobal {
  readonly value: number;
}

export interface WasmBigGlobal {
  readonly value: bigint;
}

/** "None" of indices: no track, no row, no type. Indices arrive signed. */
export const none = -1;

/** JsonStyle in assembly/formats/json/style.ts. */
export const jsonStyles = { compact: 0, python: 1, exact: 2 } as const;
