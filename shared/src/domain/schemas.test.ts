import * as v from 'valibot';
import { MESSAGES, returnOnOrAfter, paymentMustEqual, tooLong } from './messages';
import {
  moneyText,
  optionalDate,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalWebsite,
  percentText,
  requiredChoice,
  requiredDate,
  requiredEmail,
  requiredText,
} from './schemas';

type AnySchema = v.GenericSchema<unknown, unknown>;

/** The value a schema lets through, or the first message. */
function run(schema: AnySchema, input: unknown): unknown {
  const result = v.safeParse(schema, input);
  return result.success ? { value: result.output } : result.issues[0].message;
}

it.each<[string, AnySchema, unknown, unknown]>([
  ['required text', requiredText('Enter it.', 5), '  abc ', { value: 'abc' }],
  ['required text', requiredText('Enter it.', 5), '   ', 'Enter it.'],
  ['required text', requiredText('Enter it.', 5), 'abcdef', 'Use at most 5 characters.'],
  ['required text', requiredText('Enter it.', 5), '\u200b\u2060', 'Enter it.'],
  ['required text', requiredText('Enter it.', 5), 'a\u200d', { value: 'a\u200d' }],
  ['optional text', optionalText(5), ' ', { value: null }],
  ['optional text', optionalText(5), 'abcdef', 'Use at most 5 characters.'],
  ['choice', requiredChoice('Choose one.'), 'id', { value: 'id' }],
  ['choice', requiredChoice('Choose one.'), null, 'Choose one.'],
  ['choice', requiredChoice('Choose one.'), undefined, 'Choose one.'],
  ['email', requiredEmail(), ' a@b.co ', { value: 'a@b.co' }],
  ['email', requiredEmail(), '', MESSAGES.email],
  ['email', requiredEmail(), 'a@b', MESSAGES.emailFormat],
  ['email', requiredEmail(), 'a b@c.de', MESSAGES.emailFormat],
  ['email', requiredEmail(), 'a@b@c.de', MESSAGES.emailFormat],
  ['email', requiredEmail(), `${'a'.repeat(250)}@b.co`, tooLong(254)],
  ['optional email', optionalEmail(), '', { value: null }],
  ['optional email', optionalEmail(), 'x', MESSAGES.emailFormat],
  ['phone', optionalPhone(), '+1 (555) 010-99', { value: '+1 (555) 010-99' }],
  ['phone', optionalPhone(), '', { value: null }],
  ['phone', optionalPhone(), 'call me', MESSAGES.phoneFormat],
  ['website', optionalWebsite(), 'azurecoast.example', { value: 'https://azurecoast.example' }],
  ['website', optionalWebsite(), 'http://a.example/x', { value: 'http://a.example/x' }],
  ['website', optionalWebsite(), 'javascript:alert(1)', MESSAGES.website],
  ['website', optionalWebsite(), 'a b', MESSAGES.website],
  ['website', optionalWebsite(), '', { value: null }],
  ['date', requiredDate('Enter it.'), '2026-11-19', { value: '2026-11-19' }],
  ['date', requiredDate('Enter it.'), '', 'Enter it.'],
  ['date', requiredDate('Enter it.'), '2026-11-31', MESSAGES.dateFormat],
  ['date', requiredDate('Enter it.'), '0026-11-01', MESSAGES.dateRange],
  ['date', optionalDate(), '2200-01-01', MESSAGES.dateRange],
  ['date', optionalDate(), '', { value: null }],
  ['money', moneyText({ currency: 'USD' }, 'Enter it.'), '1,482.50', { value: 1482.5 }],
  ['money', moneyText({ currency: 'USD' }, 'Enter it.'), '', 'Enter it.'],
  ['money', moneyText({ currency: 'USD' }, 'Enter it.'), '-1', MESSAGES.moneyNegative],
  ['money', moneyText({ currency: 'USD' }), '', { value: null }],
  ['percent', percentText('Enter it.'), '12.5', { value: 12.5 }],
  ['percent', percentText('Enter it.'), '', 'Enter it.'],
  ['percent', percentText(), '101', MESSAGES.percentRange],
  ['percent', percentText(), '', { value: null }],
])('%s: %#', (_name, schema, input, outcome) => {
  expect(run(schema, input)).toEqual(outcome);
});

it('says what to do in full sentences with the exact figures', () => {
  expect(returnOnOrAfter('2027-07-18')).toBe('Return must be on or after Jul 18, 2027.');
  expect(paymentMustEqual(1482, 'USD')).toBe('Enter exactly $1,482.00, the agent’s share.');
  expect(tooLong(5000)).toBe('Use at most 5,000 characters.');
  expect(MESSAGES.dateRange).toBe('Enter a date between Jan 1, 1900 and Dec 31, 2199.');
});
