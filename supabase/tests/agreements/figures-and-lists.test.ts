import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/backend-process';
import { disagreements, LINKS } from '../support/figure-links';
import { sharedWorld } from '../support/shared-world';
import { HISTORY_SEED, SOAK } from '../support/soak';

/**
 * Every figure and the list that it leads to say the same, to the agency and to each person, in an agency where sales have several people,
 * leads have overrides, fees are divided, and sellers or co-sellers are paid first (docs/product/dashboard.md, Which figure means which sum).
 */
jest.setTimeout(SOAK ? 30 * 60_000 : 240_000);

/** A list that is narrowed, or a report: what a screen leads to from a figure. */
const ADDRESS = /paths\.(sales|commissions|otherCommissions|report|vendors|bank)\.href\(\s*[^)\s]|statusTo\(/;

function sources(directory: string): string[] {
  return fs.readdirSync(directory, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

// Holds dashboard-28
test('each screen with the address of a list is compared with that list, or says why not', () => {
  const roots = fs.readdirSync(ROOT).filter((name) => /^(mf-|shared$|shell$)/.test(name));
  const leading = roots
    .flatMap((name) => sources(path.join(ROOT, name, 'src')))
    .filter((file) => ADDRESS.test(fs.readFileSync(file, 'utf8')))
    .map((file) => path.relative(ROOT, file));
  expect(leading.sort()).toEqual(Object.keys(LINKS).sort());
});

// Holds dashboard-27
test.each(Array.from({ length: SOAK ? 8 : 1 }, (_, n) => HISTORY_SEED + n))(
  'every figure is what its list comes to, of everybody’s money to admins and of their own to each agent, seed %i',
  async (seed) => {
    const world = await sharedWorld(seed);
    const { agency, people } = world;
    const wrong = [];
    wrong.push(...(await disagreements(world, agency.admin, true)));
    for (const person of people) wrong.push(...(await disagreements(world, person, false)));
    expect(wrong).toEqual([]);
  },
);
