/** Part of `npm run gen`: writes the table of routes in docs/product/platform.md, and the list of rules without a test. */
import fs from 'node:fs';
import path from 'node:path';
import { PAGE, readManifests, readRouteTable, routesTable, withTable } from './routes';
import { readRules, UNTESTED_PAGE, untestedPage } from './rules';

const ROOT = path.resolve(import.meta.dirname, '../..');
const table = routesTable(await readRouteTable(), await readManifests());
fs.writeFileSync(PAGE, withTable(fs.readFileSync(PAGE, 'utf8'), table));

const untested = path.join(ROOT, UNTESTED_PAGE);
const { rules, holders } = readRules(ROOT);
fs.writeFileSync(untested, untestedPage(fs.readFileSync(untested, 'utf8'), rules, holders));
