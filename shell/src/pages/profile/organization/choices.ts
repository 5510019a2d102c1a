import { countryOptions, type AmountNotation, type DateOrder } from '@paperplane/shared/domain';
import type { OfflineReading } from '@paperplane/shared/platform';
import type { PayoutHold, ReceiptPolicy, ShortPaymentShare } from './organization-api';

/** Currencies in circulation (ISO 4217), the ones the database knows. */
export const CURRENCIES: readonly string[] = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ' +
  'IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR ' +
  'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD ' +
  'SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD ' +
  'XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ');

/** "EUR – Euro"; the code alone where the browser has no name for it. */
export function currencyLabel(code: string): string {
  const name = new Intl.DisplayNames('en-US', { type: 'currency', fallback: 'none' }).of(code);
  return name ? `${code} – ${name}` : code;
}

/** A time zone to choose, found by its city, its country and its name. */
export interface TimeZoneChoice {
  /** IANA name. */
  zone: string;
  /** `Berlin, Germany (Europe/Berlin)`. */
  text: string;
}

/** Cities that browsers still call by an older name. */
const TODAY: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

type WithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** The country of each time zone, where the browser tells. */
function countriesOfZones(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { value, label } of countryOptions()) {
    const locale: WithZones = new Intl.Locale(`und-${value}`);
    for (const zone of locale.getTimeZones?.() ?? locale.timeZones ?? []) found.set(zone, label);
  }
  return found;
}

/** Every time zone the browser knows by its city, the current one and UTC among them. */
export function timeZoneChoices(current: string): TimeZoneChoice[] {
  const countries = countriesOfZones();
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...zones]
    .map((zone) => {
      const last = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
      const place = [TODAY[last] ?? last, countries.get(zone)].filter(Boolean).join(', ');
      return { zone, text: place === zone ? zone : `${place} (${zone})` };
    })
    .sort((a, b) => a.text.localeCompare(b.text, 'en'));
}

/** How amounts may be typed, where one separator could be either. */
export const NOTATIONS: readonly { value: AmountNotation; label: string }[] = [
  { value: 'point', label: '1,234.56' },
  { value: 'comma', label: '1.234,56' },
];

/** In which order dates may be typed, where they are numbers alone. */
export const DATE_ORDERS: readonly { value: DateOrder; label: string }[] = [
  { value: 'dmy', label: 'Day first: 31.12.2026' },
  { value: 'mdy', label: 'Month first: 12/31/2026' },
  { value: 'ymd', label: 'Year first: 2026-12-31' },
];

export const POLICIES = ['sale_paid', 'deposit_matched'] as const satisfies readonly ReceiptPolicy[];

/** What each choice means, and what a change to it does to commissions that are there already. */
export const POLICY_TEXTS: Readonly<Record<ReceiptPolicy, { label: string; text: string; change: string }>> =
  {
    sale_paid: {
      label: 'When the customer pays',
      text: 'A paid sale makes its commission Funds received, and the agent can be paid. Whether the vendor has paid is told by the receipt.',
      change:
        'Commissions keep the status they have. Unpaid ones of paid sales become Funds received when a deposit pays them, or when you mark them.',
    },
    deposit_matched: {
      label: 'When a deposit is matched',
      text: 'A paid sale leaves its commission Unpaid until deposits pay it, or a receipt is recorded. Agents are paid only for what the vendor has paid.',
      change:
        'Commissions keep the status they have. Those at Funds received without a receipt wait for one before their agents can be paid.',
    },
  };

export const HOLDS: readonly { value: PayoutHold; label: string }[] = [
  { value: 'off', label: 'When the money is here' },
  { value: 'departure', label: 'When the money is here and travel has begun' },
  { value: 'return', label: 'When the money is here and travel has ended' },
];

/** Percent that may be missing of what is certain. */
export const WITHIN: readonly { value: string; label: string }[] = [
  { value: '0', label: 'Nothing' },
  ...[1, 2, 3, 4, 5, 6].map((percent) => ({ value: String(percent), label: `${percent} %` })),
];

/** Whose devices keep what they opened, and what of it. */
export const OFFLINE_READING: readonly { value: OfflineReading; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'agents', label: 'Agents, what is their own' },
  { value: 'everybody', label: 'Everybody, what is their own' },
];

export const SHORT_PAYMENTS: readonly { value: ShortPaymentShare; label: string }[] = [
  { value: 'expected', label: 'Their share of what was expected' },
  { value: 'received', label: 'Their share of what was received' },
];
