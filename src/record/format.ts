/** The version of everything a run writes down. */
export const RECORD_FORMAT = "1";
