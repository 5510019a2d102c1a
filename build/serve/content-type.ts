import path from 'node:path';
import mime from 'mime-types';

/** The content type of a file, by its name: `text/javascript; charset=utf-8`. */
export const contentType = (file: string): string =>
  mime.contentType(path.posix.extname(file)) || 'application/octet-stream';
