/** Only a browser runs one release’s shell with another one’s remotes: either it works, or the page says why not. */
import { expect } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import type { Contract } from '@paperplane/shared/platform';
import { newTradingAgency } from '../support/agency';
import { REMOTES } from '../support/broken-remotes';
import { stack } from '../support/environment';
import { sellAndPay } from '../support/journey';
import { logIn } from '../support/people';
import { heading, tabs } from '../support/screen';
import { contractOf, readRegistry, test, type SiteCopy } from '../support/site-copy';
import { SOAK } from '../support/soak';
import { mixedSite, previousRelease, type Age, type Mix } from './mixed-site';

const NAMES = REMOTES.map(({ name }) => name);
const AGES: readonly Age[] = ['previous', 'current'];

/** Every remote gets its age from one bit of a number. */
const remotesOf = (bits: number): Record<string, Age> =>
  Object.fromEntries(NAMES.map((name, index) => [name, AGES[(bits >> index) & 1] ?? 'current']));

const ALL: readonly Mix[] = AGES.flatMap((shell) =>
  Array.from({ length: 2 ** NAMES.length }, (_, bits) => ({ shell, remotes: remotesOf(bits) })),
);
/** Those in which either age provides for the other. */
const FEW: readonly Mix[] = [
  { shell: 'previous', remotes: remotesOf(0b1111) },
  { shell: 'current', remotes: remotesOf(0b0000) },
];

const titleOf = ({ shell, remotes }: Mix) => {
  const of = (age: Age) => NAMES.filter((name) => remotes[name] === age).join(', ') || 'none';
  return `${shell} shell, previous ${of('previous')}, current ${of('current')}`;
};

const fits = (needs: Contract, provides: Contract) =>
  needs.major === provides.major && needs.minor <= provides.minor;

/** Rolls the current shell out over the previous one, and the current version of every remote that the current shell would refuse. */
function deployWhatFits(site: SiteCopy): void {
  for (const name of fs.readdirSync(stack().site).filter((file) => file.startsWith('index.html')))
    fs.copyFileSync(path.join(stack().site, name), path.join(site.folder, name));
  const current = readRegistry(stack().site).remotes;
  for (const { name, contract } of readRegistry(site.folder).remotes) {
    const next = current.find((remote) => remote.name === name);
    if (next && !fits(contract, next.contract)) site.editRegistry(name, next);
  }
}

// Either a combination works, or the page says why not, and the rest of the current release brings it.
for (const mix of SOAK ? ALL : FEW) {
  test.describe(titleOf(mix), () => {
    test.use({ filling: { fill: mixedSite(mix) } });

    test('the main job is done', async ({ page, site }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      const agency = await newTradingAgency('Skew Travel');
      const { remotes } = readRegistry(site.folder);
      const provided = mix.shell === 'previous' ? previousRelease().contract : contractOf(stack().site);
      const refused = remotes.filter(({ contract }) => !fits(contract, provided));
      await logIn(page, agency.email);
      for (const { name, tabs: labels } of REMOTES) {
        const [[label, title] = ['', '']] = Object.entries(labels);
        await tabs(page).getByRole('link', { name: label, exact: true }).click();
        if (refused.some((remote) => remote.name === name)) {
          await expect(heading(page, `${label} could not be loaded`)).toBeVisible();
          await expect(page.locator('.pp-reference')).toHaveText(/needs platform|built for platform/);
        } else {
          await expect(heading(page, title)).toBeVisible();
        }
      }
      if (refused.length > 0) {
        deployWhatFits(site);
        await page.reload();
      }
      for (const { name, run } of sellAndPay('SK-1001')) await test.step(name, () => run(page));
      expect(errors).toEqual([]);
    });
  });
}
