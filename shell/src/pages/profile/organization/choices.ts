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

/** Every time zone the browser knows, the current one and UTC among them. */
export function timeZones(current: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].sort();
}

/** The zone somebody means by what they typed: case and spaces do not matter. Null for none. */
export function findTimeZone(typed: string, zones: readonly string[]): string | null {
  const wanted = typed.trim().replaceAll(/\s+/g, '_').toLowerCase();
  return zones.find((zone) => zone.toLowerCase() === wanted) ?? null;
}
