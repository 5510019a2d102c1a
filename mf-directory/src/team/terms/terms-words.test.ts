import type { TermsVersion } from './terms-api';
import { periodText } from './terms-words';

const version = (number: number, validFrom: string, replacedAt: string | null = null) =>
  ({ number, validFrom, replacedAt }) as TermsVersion;

it('says the days of a version, also of one whose place was taken on its first day', () => {
  const versions = [
    version(4, '2027-01-26'),
    version(3, '2026-11-27'),
    version(2, '2026-11-27'),
    version(1, '1900-01-01'),
  ];
  expect(versions.map((each) => periodText(each, versions))).toEqual([
    'from Jan 26, 2027',
    'Nov 27, 2026 to Jan 25, 2027',
    'on Nov 27, 2026',
    'until Nov 26, 2026',
  ]);
});
