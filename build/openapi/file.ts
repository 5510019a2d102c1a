import { fileURLToPath } from 'node:url';
import { openApi } from './document';

/** Where the function finds it. */
export const FILE = fileURLToPath(new URL('../../supabase/functions/api/openapi.json', import.meta.url));

export const openApiText = (): string => `${JSON.stringify(openApi(), null, 1)}\n`;
