import * as v from 'valibot';
import { isIsoDate } from './dates';
import { LIMITS } from './limits';
import { MESSAGES, tooLong } from './messages';
import { parsePercent } from './percent';
import { moneyProblem, readMoney, type MoneyReading } from './read-money';
import { isVisible } from './visible-text';

/**
 * Pieces of form schemas. Every field arrives as the text that was typed and leaves as the value to send:
 * trimmed text, `null` for an empty optional field, a number for money and percent.
 */

/** Trimmed text of which something must be seen. */
export function requiredText(missing: string, max: number) {
  return v.pipe(v.string(), v.trim(), v.check(isVisible, missing), v.maxLength(max, tooLong(max)));
}

/** Trimmed text or `null`. */
export function optionalText(max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, tooLong(max)),
    v.transform((text) => text || null),
  );
}

/** An id chosen in a combobox or select. */
export function requiredChoice(missing: string) {
  return v.pipe(v.nullish(v.string(), ''), v.nonEmpty(missing));
}

// The same shape the database checks: something, one @, a dotted host, no spaces.
const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function requiredEmail(missing: string = MESSAGES.email) {
  return v.pipe(requiredText(missing, LIMITS.email), v.regex(emailShape, MESSAGES.emailFormat));
}

export function optionalEmail() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(LIMITS.email, tooLong(LIMITS.email)),
    v.check((text) => text === '' || emailShape.test(text), MESSAGES.emailFormat),
    v.transform((text) => text || null),
  );
}

/** A phone number as people write it, extension and all. */
export const PHONE_SHAPE = /^[\d\s+().\-/x]*$/i;

/** A phone number, or nothing. */
export function optionalPhone() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(LIMITS.phone, tooLong(LIMITS.phone)),
    v.check((text) => PHONE_SHAPE.test(text), MESSAGES.phoneFormat),
    v.transform((text) => text || null),
  );
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A web address or `null`; `example.com` is completed to `https://example.com`. */
export function optionalWebsite() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text)),
    v.maxLength(LIMITS.url, tooLong(LIMITS.url)),
    v.check((text) => text === '' || isWebAddress(text), MESSAGES.website),
    v.transform((text) => text || null),
  );
}

const dateInRange = v.check<string, string>(
  (text) => text === '' || !isIsoDate(text) || (text >= LIMITS.dateMin && text <= LIMITS.dateMax),
  MESSAGES.dateRange,
);

/** `yyyy-mm-dd` from a date field, required. */
export function requiredDate(missing: string) {
  return v.pipe(
    v.string(),
    v.nonEmpty(missing),
    v.check((text) => isIsoDate(text), MESSAGES.dateFormat),
    dateInRange,
  );
}

/** `yyyy-mm-dd` or `null`. */
export function optionalDate() {
  return v.pipe(
    v.string(),
    v.check((text) => text === '' || isIsoDate(text), MESSAGES.dateFormat),
    dateInRange,
    v.transform((text) => text || null),
  );
}

/**
 * A typed amount as a number of currency units; `missing` makes it required, without it empty becomes `null`.
 * @param money whose amounts are typed: the agency's currency and notation
 */
export function moneyText(money: MoneyReading, missing?: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, number | null>(({ dataset, addIssue, NEVER }) => {
      const parsed = readMoney(dataset.value, money);
      if (!parsed.ok) {
        addIssue({ message: moneyProblem(parsed.problem, money.currency, money.notation) });
        return NEVER;
      }
      if (parsed.value === null && missing) {
        addIssue({ message: missing });
        return NEVER;
      }
      return parsed.value;
    }),
  );
}

/** A typed percentage as a number; `missing` makes it required, without it empty becomes `null`. */
export function percentText(missing?: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, number | null>(({ dataset, addIssue, NEVER }) => {
      const parsed = parsePercent(dataset.value);
      if (!parsed.ok) {
        addIssue({ message: MESSAGES[parsed.problem] });
        return NEVER;
      }
      if (parsed.value === null && missing) {
        addIssue({ message: missing });
        return NEVER;
      }
      return parsed.value;
    }),
  );
}
