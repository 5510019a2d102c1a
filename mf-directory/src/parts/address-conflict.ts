import { countryName } from '@paperplane/shared/domain';
import { plainPart } from '@paperplane/shared/records';

/** The columns of an address as a sentence names them. */
export const ADDRESS_NAMES = {
  address_line_1: 'the address',
  address_line_2: 'the address',
  city: 'the address',
  region: 'the address',
  postal_code: 'the address',
  country: 'the address',
};

type Address = Record<
  'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode' | 'country',
  string | null
>;

/** The parts of an address two people can disagree about, in the order of the form. */
export const addressParts = <Saved extends Address>() => ({
  addressLine1: plainPart<Saved, 'addressLine1'>('Address line 1', 'addressLine1'),
  addressLine2: plainPart<Saved, 'addressLine2'>('Address line 2', 'addressLine2'),
  city: plainPart<Saved, 'city'>('City', 'city'),
  region: plainPart<Saved, 'region'>('State or region', 'region'),
  postalCode: plainPart<Saved, 'postalCode'>('Postal code', 'postalCode'),
  country: plainPart<Saved, 'country'>('Country', 'country', (code) => (code ? countryName(code) : '')),
});
