/** Part of `npm run gen`: writes the table of routes in docs/product/platform.md. */
import fs from 'node:fs';
import { PAGE, readManifests, readRouteTable, routesTable, withTable } from './routes';

const table = routesTable(await readRouteTable(), await readManifests());
fs.writeFileSync(PAGE, withTable(fs.readFileSync(PAGE, 'utf8'), table));
