/** `npm run docs:rules`: writes docs/rules.md, which names the tests of each rule. It stands in no commit. */
import fs from 'node:fs';
import path from 'node:path';
import { filesOf } from '../lib/git.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';
import { checksPage, readRules, TESTS } from './rules';

const { rules, holders } = readRules(REPOSITORY, filesOf(...TESTS));
fs.writeFileSync(path.join(REPOSITORY, 'docs/rules.md'), checksPage(rules, holders));
process.stdout.write(`Wrote docs/rules.md, ${rules.length} rules\n`);
