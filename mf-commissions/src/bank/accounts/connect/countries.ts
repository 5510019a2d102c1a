import { countryName } from '@paperplane/shared/domain';

/** Where banks must let account data services in: the European Economic Area and the United Kingdom. */
const CODES = 'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK';

/** Countries whose banks may be asked, by name. */
export const bankCountries = (): { value: string; label: string }[] =>
  CODES.split(' ')
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
