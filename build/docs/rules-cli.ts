/** `npm run docs:rules`: writes docs/rules.md, which names the tests of each rule. It stands in no commit. */
import fs from 'node:fs';
import path from 'node:path';
import { checksPage, readRules } from './rules';

const ROOT = path.resolve(import.meta.dirname, '../..');
const { rules, holders } = readRules(ROOT);
fs.writeFileSync(path.join(ROOT, 'docs/rules.md'), checksPage(rules, holders));
process.stdout.write(`Wrote docs/rules.md, ${rules.length} rules\n`);
