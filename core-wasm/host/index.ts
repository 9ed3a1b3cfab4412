/** The public interface of the annotation core: its types and how to create one. */
export * from "./types.ts";
export { coreFingerprint, createCore, prepareCore, setCoreUrl } from "./create-core.ts";
export type { CreateCoreOptions } from "./create-core.ts";
export { boundsIou } from "./queries/iou.ts";
export { attributeFilterOf, listedAttributes } from "./queries/filter-config.ts";
export type { AttributeTrackFilter, PanelFilter } from "./queries/filter-config.ts";
export { createStereoRig, StereoRig } from "./stereo/rig.ts";
export { otherSide } from "./stereo/side.ts";
export type { Calibration, Counterpart, GrayPicture, Measured, Seen, Side, SpacePoint } from "./stereo/rig.ts";
export { averageLength, endsOfLine, lengthAttributes, lengthMethod } from "./stereo/measure-tracks.ts";
export { linkedTracks, meanLength, measureLine, measureTrack, storeLengths } from "./stereo/measure-tracks.ts";
export type { LinkedLength } from "./stereo/measure-tracks.ts";
export { createTransformSolver, minPairs, registrationRefusals, transformTypes } from "./registration/registration.ts";
export type { PointPair, Registered, RegistrationRefusal, SolveTransform } from "./registration/registration.ts";
export type { TransformType } from "./registration/registration.ts";
export { isTransform, transformPoint, transformPoints } from "./registration/transform.ts";
export type { Transform } from "./registration/transform.ts";
