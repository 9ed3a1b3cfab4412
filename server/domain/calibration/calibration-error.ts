/** Why a calibration file cannot be read; the message is for users and follows the name of the file. */
export class CalibrationError extends Error {}
