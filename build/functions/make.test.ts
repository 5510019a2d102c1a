import fs from 'node:fs';
import path from 'node:path';
import { madeForFunctions } from './make';

it('is what the app says now: npm run gen:functions', async () => {
  for (const { file, text } of await madeForFunctions()) {
    const isCurrent = fs.readFileSync(file, 'utf8') === text;
    expect({ file: path.basename(file), isCurrent }).toEqual({ file: path.basename(file), isCurrent: true });
  }
});
