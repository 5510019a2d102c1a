import fs from 'node:fs';
import path from 'node:path';

/** Where a folder is, or will be, without links on the way. */
export const realPath = (folder: string): string =>
  fs.existsSync(folder)
    ? fs.realpathSync(folder)
    : path.join(realPath(path.dirname(folder)), path.basename(folder));
