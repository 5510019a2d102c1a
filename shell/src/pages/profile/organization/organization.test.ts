import fs from 'node:fs';
import path from 'node:path';
import { CURRENCIES, currencyLabel, findTimeZone, timeZones } from './choices';
import { organizationProblems, SPLIT_MISSING, TIME_ZONE_UNKNOWN, toSettings } from './organization-rules';

const zones = ['Europe/Vienna', 'America/New_York', 'UTC'];
const good = {
  organizationName: ' Harbour & Vale ',
  supportEmail: '',
  defaultCommissionSplit: '62.5',
  timeZone: 'america/new york',
  currency: 'USD',
};

test('the currencies offered are those the database takes', () => {
  const file = path.resolve(__dirname, '../../../../../supabase/schemas/10_organizations.sql');
  const sql = fs.readFileSync(file, 'utf8');
  const list = /organizations_currency_known check \(currency in \(([^)]+)\)/.exec(sql)?.[1] ?? '';
  expect([...list.matchAll(/'([A-Z]{3})'/g)].map((match) => match[1])).toEqual(CURRENCIES);
});

test('a currency shows its name', () => {
  expect(currencyLabel('EUR')).toBe('EUR – Euro');
});

test('the list of time zones holds the current one and UTC, once each', () => {
  const offered = timeZones('Mars/Base');
  expect(offered).toEqual(expect.arrayContaining(['UTC', 'Mars/Base', 'Europe/Vienna']));
  expect(new Set(offered).size).toBe(offered.length);
});

test.each([
  ['europe/vienna', 'Europe/Vienna'],
  [' America/New York ', 'America/New_York'],
  ['Vienna', null],
  ['', null],
])('"%s" means the time zone %s', (typed, zone) => {
  expect(findTimeZone(typed, zones)).toBe(zone);
});

test.each([
  [{}, {}],
  [{ organizationName: '  ' }, { organizationName: 'Enter the name of your agency.' }],
  [{ supportEmail: 'help' }, { supportEmail: 'Enter a full email address, like name@agency.com.' }],
  [{ defaultCommissionSplit: '' }, { defaultCommissionSplit: SPLIT_MISSING }],
  [{ defaultCommissionSplit: '101' }, { defaultCommissionSplit: 'Enter a percentage from 0 to 100.' }],
  [{ timeZone: 'Middle Earth' }, { timeZone: TIME_ZONE_UNKNOWN }],
])('settings with %j are wrong in %j', (changes, problems) => {
  expect(organizationProblems({ ...good, ...changes }, zones)).toEqual(problems);
});

test('settings are sent as they are meant', () => {
  expect(toSettings(good, zones)).toEqual({
    organizationName: 'Harbour & Vale',
    supportEmail: null,
    defaultCommissionSplit: 62.5,
    timeZone: 'America/New_York',
    currency: 'USD',
  });
});
