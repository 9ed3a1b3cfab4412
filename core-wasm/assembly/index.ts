/**
 * The exports that the host calls. Names are `noun_verb`; host/wasm-exports.ts declares the same for TypeScript.
 *
 * Addresses and lengths are bytes in linear memory. "Position" is an index into the living tracks by ascending id.
 */
export { clearCore as core_clear, openSource as source_open, closeSource as source_close } from "./core";
export { arenaEnd as arena_end } from "./memory/arena";
export { setHashSecret as hash_set_secret } from "./memory/hash";
export { beginRead as read_begin, finishRead as read_finish, prepareJson as json_prepare } from "./core";
export { rollBackRead as read_roll_back } from "./core";
export { parseNumber as number_parse, numberEnd as number_end } from "./numbers/parse";
export { printJs as number_print_js, printPython as number_print_python } from "./numbers/print";
export { isUtf8 as text_is_utf8, utf8Length as text_utf8_length } from "./formats/utf8";
export { openTransfer as transfer_open, transferStart as transfer_start } from "./memory/transfer";

export { beginDocument as json_begin, readDocumentPiece as json_read_piece } from "./formats/json/document";
export { documentPlace as json_place, itemIndex as json_item_index } from "./formats/json/document";
export { beginViameCsv as csv_begin, readCsvPiece as csv_read_piece, endViameCsv as csv_end } from "./formats/csv/reader";
export { metadata as csv_metadata, metadataLine as csv_metadata_line } from "./formats/csv/reader";
export { mismatchCount as image_mismatch_count, mismatches as image_mismatches } from "./formats/import/images";
export { unknownCount as image_unknown_count } from "./formats/import/images";
export { putPictureNames as csv_put_names, namedFrameEnd as csv_named_frame_end } from "./formats/import/picture-names";
export { otherNameCount as csv_other_names, otherNameFrame as csv_other_name_frame } from "./formats/import/picture-names";
export { openImages as image_open, closeImages as image_close } from "./formats/import/images";
export { imageNameCount as image_name_count, imageName as image_name } from "./formats/import/images";
export { setImageFrame as image_set_frame } from "./formats/import/images";
export { readMot as mot_read, setMotOptions as mot_set_options } from "./formats/mot/reader";
export { attributeCount as attribute_count, attributeName as attribute_name } from "./formats/attribute-table";
export { attributeIsTrack as attribute_is_track, attributeCounts as attribute_uses } from "./formats/attribute-table";
export { hasAllValues as attribute_has_all_values, valueCount as value_count } from "./formats/attribute-table";
export { valueText as value_text, valueAttribute as value_attribute, valueUses as value_uses } from "./formats/attribute-table";
export { documentFps as document_fps, readFps as read_fps, documentExtra as document_extra } from "./formats/json/document";
export { setIdOffset as read_set_id_offset } from "./formats/json/reader";
export { setGroupIdOffset as read_set_group_id_offset } from "./formats/json/groups";
export { setTypePrefix as read_set_type_prefix } from "./formats/type-names";
export { openCoco as coco_open, sectionOf as coco_section } from "./formats/coco/document";
export { openCategories as coco_open_categories, addCategory as coco_add_category } from "./formats/coco/categories";
export { addKeypointCategory as coco_add_keypoint_category } from "./formats/coco/categories";
export { addKeypoint as coco_add_keypoint, internCategory as coco_intern_category } from "./formats/coco/categories";
export { setDuplicateNames as coco_set_duplicate_names } from "./formats/coco/confidence";
export { readImages as coco_read_images, framesDisagree as coco_frames_disagree } from "./formats/coco/images";
export { usableImageCount as coco_image_count, frameOfPosition as coco_image_frame } from "./formats/coco/images";
export { areMatched as coco_images_matched, placeOfPosition as coco_image_place } from "./formats/coco/images";
export { nameOfPosition as coco_image_name, setFrameOfPosition as coco_set_image_frame } from "./formats/coco/images";
export { orderByName as coco_order_images } from "./formats/coco/images";
export { findMasks as coco_find_masks } from "./formats/coco/mask-outlines";
export { maskCount as coco_mask_count, maskText as coco_mask } from "./formats/coco/mask-outlines";
export { setOutline as coco_set_outline } from "./formats/coco/mask-outlines";
export { readAnnotations as coco_read_annotations, firstHasTrackId as coco_first_has_track } from "./formats/coco/annotation";
export { problemCount as problem_count, problemRecords as problem_records } from "./formats/problems";
export { isRefused as read_is_refused, skippedCount as read_skipped } from "./formats/problems";

export { clearExportFilter as export_clear_filter, openExportFilter as export_open_filter } from "./formats/export-filter";
export { beginTrackMap as json_write_begin, writeTrackMapPiece as json_write_piece } from "./formats/json/writer";
export { nextTrack as json_write_next, writtenCount as json_written } from "./formats/json/writer";
export { putTrack as json_put_track } from "./formats/json/writer";
export { putTrackHead as json_put_track_head, putFeature as json_put_feature } from "./formats/json/writer";
export { setJsonStyle as json_set_style, putJson as json_put, jsonRoom as json_room } from "./formats/json/style";

export { beginCsv as csv_write_begin, writeCsvPiece as csv_write_piece } from "./formats/csv/writer";
export { nextCsvTrack as csv_write_next, csvTrackCount as csv_written, countCsvRows as csv_count_rows } from "./formats/csv/writer";
export { setCsvDialect as csv_set_dialect } from "./formats/csv/style";
export { writeNoMediaNames as csv_write_no_names, writeTimes as csv_write_times } from "./formats/csv/media-names";
export { writeImageNames as csv_write_image_names } from "./formats/csv/media-names";
export { beginMot as mot_write_begin, writeMotPiece as mot_write_piece } from "./formats/mot/writer";
export { nextMotTrack as mot_write_next, motTrackCount as mot_written } from "./formats/mot/writer";
export { beginCoco as coco_write_begin, beginAnnotations as coco_write_begin_annotations } from "./formats/coco/writer";
export { usedTypeList as coco_used_types, usedTypeCount as coco_used_type_count } from "./formats/coco/used";
export { usedFrameList as coco_used_frames, usedFrameCount as coco_used_frame_count } from "./formats/coco/used";
export { pointNameCount as coco_point_name_count, pointName as coco_point_name } from "./formats/coco/preserved-members";
export { imageIdList as coco_image_ids } from "./formats/coco/used";
export { writeCocoPiece as coco_write_piece } from "./formats/coco/writer";
export { nextCocoTrack as coco_write_next, cocoTrackCount as coco_written } from "./formats/coco/writer";
export { clearLosses as losses_clear, lossEntries as loss_entries } from "./formats/losses";

export { trackCount as track_count, detectionCount as detection_count } from "./columns/tracks";
export { lastFrame as track_last_frame } from "./columns/tracks";
export { findTrack as track_find, trackAt as track_at, largestId as track_largest_id } from "./columns/tracks";
export { idOf as track_id, beginOf as track_begin, endOf as track_end } from "./columns/tracks";
export { firstRowOf as track_first_row, rowCountOf as track_row_count, pairsOf as track_pairs } from "./columns/tracks";
export { shownTypeOf as track_shown_type } from "./columns/tracks";
export { pairType as pair_type, pairConfidence as pair_confidence } from "./columns/pairs";
export { frameOf as row_frame, boundsOf as row_bounds, flagsOf as row_flags, lengthOf as row_length } from "./columns/detections";
export { typeCount as type_count, typeName as type_name, setShownRules as filter_set_rules } from "./columns/types";
export { groupCount as group_count, groupEnd as group_end, isGroupAlive as group_is_alive } from "./columns/groups";
export { findGroup as group_find, groupId as group_id, groupBegin as group_begin } from "./columns/groups";
export { groupLast as group_last, groupJson as group_json } from "./columns/groups";

export { applyFilter as filter_apply, selectTracks as filter_select } from "./query/filter";
export { queryTracks as draw_tracks } from "./query/draw-list";
export { queryFrame as draw_query, drawListBounds as draw_bounds, drawListTypes as draw_types } from "./query/draw-list";
export { drawListFlags as draw_flags, drawListTrackIds as draw_track_ids } from "./query/draw-list";
export { drawListCapacity as draw_capacity, setDrawOrigin as draw_set_origin } from "./query/draw-list";
export { queryFrameShapes as shape_query, frameShapeRecords as shape_records } from "./formats/frame-shapes";
export { poolPoints as pool_points, poolPointCount as pool_point_count } from "./formats/point-pool";
export { keptPathCount as pool_kept_paths } from "./formats/point-pool";
export { poolPaths as pool_paths, poolPathCount as pool_path_count } from "./formats/point-pool";
export { frameColumn as row_frame_column, flagColumn as row_flag_column, rowEnd as row_end } from "./columns/detections";
export { countAttributes as attribute_count_all } from "./formats/attribute-values";
export { openPath as attribute_open_path, addToPath as attribute_add_to_path } from "./formats/attribute-column";
export { makeColumn as attribute_make_column, columnText as attribute_column_text } from "./formats/attribute-column";
export { listTracks as track_list, listShownTracks as track_list_shown } from "./query/track-list";
export { listShownSpans as track_list_spans } from "./query/track-list";
export { setFilteredOut as filter_set_out } from "./query/filter";
export { countByFrame as count_by_frame, countTypes as count_types } from "./query/counts";
export { checksAlways as integrity_always, checkIntegrity as integrity_check, brokenAt as integrity_broken_at } from "./query/integrity";
export { rowAtOrBefore as track_row_up_to, storeBoundsAt as track_store_bounds } from "./query/interpolate";
export { keyframeUpTo as track_keyframe_up_to, keyframeCount as track_keyframe_count } from "./query/interpolate";
export { isKeyframe as row_is_keyframe } from "./columns/detections";

export { editAddTrack as edit_add_track, editDeleteTrack as edit_delete_track } from "./edit/edits";
export { editSetPairs as edit_set_pairs, editSetBounds as edit_set_bounds } from "./edit/edits";
export { editPutGroup as edit_put_group, editPutTrack as edit_put_track } from "./edit/edits";
export { trackImageBytes as track_image_bytes, storeTrackImage as track_store_image } from "./edit/edits";
export { editStoreDetection as edit_store_detection, editSetExtra as edit_set_extra } from "./edit/edits";
export { editSetLength as edit_set_length, editSetTrackText as edit_set_track_text } from "./edit/edits";
export { editSplit as edit_split, editMerge as edit_merge, editRenumber as edit_renumber } from "./edit/cut-and-join";
export { editDeleteDetections as edit_delete_detections } from "./edit/cut-and-join";
export { compactColumns as edit_compact } from "./edit/compaction";
export { logAdded as log_added } from "./edit/op-log";
export { trackPackings as track_packings } from "./columns/tracks";
export { trackEnd as track_entry_end, setLargestId as track_set_largest_id } from "./columns/tracks";
export { attributesOf as track_attributes, trackExtraOf as track_extra } from "./columns/tracks";
export { extraOf as row_extra } from "./columns/detections";
export { editToggleKeyframe as edit_toggle_keyframe } from "./edit/edits";
export { editSetInterpolate as edit_set_interpolate } from "./edit/edits";
export { editSetInterpolateAll as edit_set_interpolate_all } from "./edit/edits";
export { logEnd as log_end, opAddress as log_address } from "./edit/op-log";
export { revertOps as log_revert, dropOps as log_drop, replayOps as log_replay } from "./edit/op-log";

export { rigAddress as stereo_rig, exchangeAddress as stereo_exchange } from "./stereo/rig";
export { triangulateExchange as stereo_triangulate, measureExchange as stereo_measure } from "./stereo/triangulate";
export { epipolarLine as stereo_line, linePoints as stereo_line_points } from "./stereo/epipolar";
export { matchBox as stereo_match } from "./stereo/match";

export { solve as registration_solve, resultAddress as registration_result } from "./registration/solve";

import { preparePowers } from "./numbers/powers";
import { preparePrinting } from "./numbers/print";
preparePowers();
preparePrinting();
