/** Part of `npm run gen`: writes the OpenAPI file of what the table of operations says. */
import fs from 'node:fs';
import { FILE, openApiText } from './file';

fs.writeFileSync(FILE, openApiText());
