const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an address can name a record at all; nothing is asked for one that cannot. */
export const isRecordId = (text: string): boolean => UUID.test(text);
