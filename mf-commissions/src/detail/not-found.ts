import type { AppError } from '@paperplane/shared/domain';

/** No row, or an address whose id is none: another organization's commission looks the same. */
const CODES = ['PGRST116', '22P02'];

export const isNotFound = (error: AppError): boolean => CODES.includes(error.code ?? '');
