/** Part of `npm run gen`: writes the table of routes in docs/product/platform.md, and the list of rules without a test. */
import fs from 'node:fs';
import path from 'node:path';
import { filesOf } from '../lib/git.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';
import { PAGE, readManifests, readRouteTable, routesTable, withTable } from './routes';
import { readRules, TESTS, UNTESTED_PAGE, untestedPage } from './rules';

const table = routesTable(await readRouteTable(), await readManifests());
fs.writeFileSync(PAGE, withTable(fs.readFileSync(PAGE, 'utf8'), table));

const untested = path.join(REPOSITORY, UNTESTED_PAGE);
const { rules, holders } = readRules(REPOSITORY, filesOf(...TESTS));
fs.writeFileSync(untested, untestedPage(fs.readFileSync(untested, 'utf8'), rules, holders));
