/** @jest-environment jsdom */
import { safeParse } from 'valibot';
import { customerOf, passportOf, profileOf } from '../testing';
import { actionItems } from './action-items';
import { isRicher, mergePreview, recordLine } from './merge-preview';
import { passportSchema, passportTexts } from './passport-schema';
import { fileNameOf } from './file-name';
import { addressLines, expiryWarning, sinceMonth, stateNotice } from './profile-texts';

const TODAY = '2026-11-21';

describe('words of a profile', () => {
  it.each([
    [
      {
        addressLine1: '1180 Filbert Street',
        addressLine2: 'Apt 4',
        city: 'San Francisco',
        region: 'CA',
        postalCode: '94109',
        country: 'US',
      },
      ['1180 Filbert Street, Apt 4', 'San Francisco, CA 94109', 'United States'],
    ],
    [{ city: 'Lyon', postalCode: '69001' }, ['Lyon, 69001']],
    [{ country: 'FR' }, ['France']],
    [{}, []],
  ])('address %j', (address, lines) => expect(addressLines(customerOf(address))).toEqual(lines));

  it('says since when', () => expect(sinceMonth('2024-02-19T14:00:00Z', 'UTC')).toBe('Feb 2024'));

  const returning = (returnDate: string, monthsAfter: number) => ({
    warning: { returnDate, monthsAfter, saleId: 's1' },
  });
  it.each([
    [{}, null],
    [{ expiresOn: '2026-11-20' }, 'Expired on Nov 20, 2026.'],
    [
      returning('2027-04-20', 4),
      'Expires 4 months after the return on Apr 20, 2027. Some countries ask for 6.',
    ],
    [
      { expiresOn: '2027-01-10', ...returning('2026-12-20', 0) },
      'Expires less than a month after the return on Dec 20. Some countries ask for 6.',
    ],
    [
      { expiresOn: '2027-01-10', ...returning('2027-02-20', -1) },
      'Expires before the return on Feb 20, 2027.',
    ],
  ])('warns of %j', (passport, words) => expect(expiryWarning(passportOf(passport), TODAY)).toBe(words));

  it('says what an archived or erased customer is', () => {
    const at = '2026-11-20T12:00:00Z';
    expect(stateNotice(customerOf(), 'UTC')).toBeNull();
    expect(stateNotice(customerOf({ archivedAt: at }), 'UTC')?.title).toBe('Archived on Nov 20, 2026');
    expect(stateNotice(customerOf({ archivedAt: at, erasedAt: at }), 'UTC')?.title).toBe(
      'Erased on Nov 20, 2026',
    );
  });

  it.each([
    ['Élena Duval', 'elena-duval'],
    ['李', 'customer'],
  ])('calls the file of %s %s', (name, file) => expect(fileNameOf(name)).toBe(file));
});

describe('the menu', () => {
  const keys = (profile = profileOf(), isAdmin = true, id = 'u1') =>
    actionItems(profile, { id, isAdmin }, () => undefined).map(({ key }) => key);

  it('offers each role what it may do', () => {
    expect(keys()).toEqual(['merge', 'archive', 'export', 'erase', 'delete']);
    expect(keys(profileOf(), false)).toEqual(['archive', 'delete']);
    expect(keys(profileOf({ createdBy: 'u2' }), false)).toEqual(['archive']);
  });

  it('offers nothing to do with who is erased, and restores who is archived', () => {
    expect(keys(profileOf({ archivedAt: 'x' }))).toContain('restore');
    expect(keys(profileOf({ archivedAt: 'x', erasedAt: 'x' }))).toEqual([]);
  });

  it('says why somebody with sales cannot be deleted', () => {
    const { totals } = profileOf();
    const items = actionItems(
      profileOf({}, { totals: { ...totals, salesCount: 2 } }),
      { id: 'u1', isAdmin: true },
      () => undefined,
    );
    expect(items.at(-1)).toMatchObject({
      refusal: 'Customers with sales cannot be deleted. Archive them instead.',
    });
  });
});

it('says what a merge does', () => {
  const { totals } = profileOf();
  const gone = profileOf(
    { phone: '1', email: 'b@x.example', notes: 'x' },
    { totals: { ...totals, salesCount: 3, totalAmount: 4210 }, passports: [passportOf()] },
  );
  expect(mergePreview(profileOf({ email: 'a@x.example' }), gone, 'USD')).toEqual([
    '3 sales ($4,210) and 1 passport move to Elena; cancelled sales, too.',
    'Filled in where Elena has nothing: phone and notes.',
    'Whatever both have stays as it is on the one who is kept.',
  ]);
  expect(mergePreview(gone, profileOf(), 'USD').slice(0, 2)).toEqual([
    'There is nothing to move.',
    'Nothing is filled in: Elena has it all.',
  ]);
});

describe('of two records of one person', () => {
  const { totals } = profileOf();
  const sold = (salesCount: number, changes: object = {}) =>
    profileOf(changes, { totals: { ...totals, salesCount, totalAmount: 4210 } });
  const since = (createdAt: string) => sold(1, { createdAt });

  // Holds customers-3
  it('the richer one stays, of two alike the earlier one', () => {
    expect(isRicher(sold(2), sold(1, { notes: 'x', phone: '1' }))).toBe(true);
    expect(isRicher(sold(1), sold(2))).toBe(false);
    expect(isRicher(sold(1, { notes: 'x' }), sold(1))).toBe(true);
    expect(isRicher(sold(1), sold(1, { notes: 'x' }))).toBe(false);
    expect(isRicher(since('2021-01-01T00:00:00Z'), since('2024-01-01T00:00:00Z'))).toBe(true);
    expect(isRicher(since('2024-01-01T00:00:00Z'), since('2021-01-01T00:00:00Z'))).toBe(false);
  });

  it('each says what it is', () => {
    const record = sold(3, { email: 'a@x.example', createdAt: '2024-02-19T14:00:00Z' });
    expect(recordLine(record, 'USD', 'UTC')).toBe('a@x.example · 3 sales ($4,210) · customer since Feb 2024');
    expect(recordLine(sold(0, { createdAt: '2024-02-19T14:00:00Z' }), 'USD', 'UTC')).toBe(
      'No contact details · No sales · customer since Feb 2024',
    );
  });

  it('whoever is kept is a customer since the first of them', () => {
    const [early, late] = [since('2021-01-01T00:00:00Z'), since('2024-01-01T00:00:00Z')];
    expect(mergePreview(late, early, 'USD', 'UTC')).toContain('Elena is a customer since Jan 2021 then.');
    expect(mergePreview(early, late, 'USD', 'UTC').join()).not.toContain('since');
  });
});

describe('a passport', () => {
  /** The first one: what the form shows. */
  const problem = (isNew: boolean, changes: object) =>
    safeParse(passportSchema(isNew), { ...passportTexts(passportOf(), null), ...changes }).issues?.[0]
      .message;

  it('is sent without blanks and dashes', () => {
    expect(
      safeParse(passportSchema(true), { ...passportTexts(passportOf(), null), number: ' 12ab-345 67 ' })
        .output,
    ).toMatchObject({ number: '12AB34567' });
  });

  it.each([
    [true, { number: '' }, 'Enter the passport number.'],
    [false, { number: '' }, undefined],
    [false, { number: '12' }, 'Enter the number as printed, 6 to 20 letters and digits.'],
    [false, { country: '' }, 'Choose the country that issued it.'],
    [false, { expiresOn: '' }, 'Enter the expiry date.'],
    [false, { expiresOn: '2017-08-22' }, 'Expiry must be after the day of issue.'],
  ])('new: %s, %j: %s', (isNew, changes, expected) => expect(problem(isNew, changes)).toBe(expected));
});
