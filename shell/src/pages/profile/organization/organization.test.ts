import fs from 'node:fs';
import path from 'node:path';
import { CURRENCIES, currencyLabel, timeZoneChoices } from './choices';
import type { OrganizationSettings } from './organization-api';
import {
  changedSettings,
  settingsProblems,
  SPLIT_MISSING,
  TIME_ZONE_MISSING,
  valuesOf,
  type SettingsValues,
} from './settings-rules';

const SAVED: OrganizationSettings = {
  organizationName: 'Harbour & Vale',
  supportEmail: null,
  timeZone: 'UTC',
  currency: 'USD',
  notation: 'point',
  dateOrder: 'mdy',
  defaultCommissionSplit: 60,
  receiptPolicy: 'sale_paid',
  receiptsTrackedSince: '2026-01-05',
  matchesCertain: false,
  certainWithin: 0,
  holdUntil: 'off',
  minimumAmount: 25,
  secondApproval: false,
  paidOn: 'expected',
  email: 'office@harbourvale.test',
  phone: null,
  postalAddress: null,
  taxNumber: null,
  offlineReading: 'agents',
};
const typed = (changes: Partial<SettingsValues>): SettingsValues => ({ ...valuesOf(SAVED), ...changes });

test('the currencies offered are those the database takes', () => {
  const file = path.resolve(__dirname, '../../../../../supabase/schemas/tenancy/tables.sql');
  const sql = fs.readFileSync(file, 'utf8');
  const list = /organizations_currency_known check \(currency in \(([^)]+)\)/.exec(sql)?.[1] ?? '';
  expect([...list.matchAll(/'([A-Z]{3})'/g)].map((match) => match[1])).toEqual(CURRENCIES);
});

test('a currency shows its name', () => {
  expect(currencyLabel('EUR')).toBe('EUR – Euro');
});

test('the time zones hold the current one and UTC, once each', () => {
  const offered = timeZoneChoices('Mars/Base').map(({ zone }) => zone);
  expect(offered).toEqual(expect.arrayContaining(['UTC', 'Mars/Base', 'Europe/Vienna']));
  expect(new Set(offered).size).toBe(offered.length);
});

// As the picker finds them: by a part of the text
// Holds tenancy-78
test.each([
  ['berlin', 'Europe/Berlin'],
  ['tokyo', 'Asia/Tokyo'],
  ['new york', 'America/New_York'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['america/new_york', 'America/New_York'],
  ['austria', 'Europe/Vienna'],
  ['utc', 'UTC'],
])('"%s" finds the time zone %s', (search, zone) => {
  const found = timeZoneChoices('UTC').filter(({ text }) => text.toLowerCase().includes(search));
  expect(found.map((choice) => choice.zone)).toContain(zone);
});

test.each<[Partial<SettingsValues>, object]>([
  [{}, {}],
  [{ organizationName: '  ' }, { organizationName: 'Enter the name of your agency.' }],
  [{ supportEmail: 'help' }, { supportEmail: 'Enter a full email address, like name@agency.com.' }],
  [{ defaultCommissionSplit: '' }, { defaultCommissionSplit: SPLIT_MISSING }],
  [{ defaultCommissionSplit: '101' }, { defaultCommissionSplit: 'Enter a percentage from 0 to 100.' }],
  [{ timeZone: '' }, { timeZone: TIME_ZONE_MISSING }],
  [{ receiptsTrackedSince: '19.11' }, { receiptsTrackedSince: 'Enter a date like 11/19/2026.' }],
  [{ minimumAmount: '-5' }, { minimumAmount: 'Enter an amount of 0 or more.' }],
  [{ minimumAmount: '1000001' }, { minimumAmount: 'Enter an amount of at most $1,000,000.00.' }],
  [{ minimumAmount: 'lots' }, { minimumAmount: 'Enter an amount like 1,482.50.' }],
  [{ minimumAmount: 'lots', notation: 'comma' }, { minimumAmount: 'Enter an amount like 1.482,50.' }],
  [{ email: 'office' }, { email: 'Enter a full email address, like name@agency.com.' }],
  [{ phone: 'call us' }, { phone: 'Use digits, spaces and + ( ) - only.' }],
  [{ postalAddress: 'a\nb\nc\nd\ne\nf\ng' }, { postalAddress: 'Use at most 6 lines.' }],
])('settings with %j are wrong in %j', (changes, problems) => {
  expect(settingsProblems(typed(changes))).toEqual(problems);
});

test.each<[Partial<SettingsValues>, Partial<OrganizationSettings>]>([
  [{}, {}],
  [{ organizationName: ' Harbour & Vale ', minimumAmount: '25.00' }, {}],
  [
    { organizationName: 'Vale ', defaultCommissionSplit: '62,5' },
    { organizationName: 'Vale', defaultCommissionSplit: 62.5 },
  ],
  [{ receiptsTrackedSince: '' }, { receiptsTrackedSince: null }],
  [
    { minimumAmount: '1.250', notation: 'comma' },
    { minimumAmount: 1250, notation: 'comma' },
  ],
  [{ minimumAmount: '' }, { minimumAmount: 0 }],
  [
    { secondApproval: true, phone: ' +1 (212) 555-0148' },
    { secondApproval: true, phone: '+1 (212) 555-0148' },
  ],
])('of %j no more than %j is sent', (changes, sent) => {
  expect(changedSettings(typed(changes), SAVED)).toEqual(sent);
});
