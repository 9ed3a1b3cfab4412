/** Why a calibration file cannot be read; the message is for people, and follows the name of the file. */
export class CalibrationError extends Error {}
