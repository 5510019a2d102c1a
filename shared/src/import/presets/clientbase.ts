import type { Preset } from './preset';

const NO_FIELD = 'Paperplane has no field for them.';
const SECRETS = 'Passports are added on the customer’s own page; card numbers are never kept.';
const RELATED = 'Who travels with whom is said on the customer’s page.';
const EVERYBODY = 'Everybody in the file comes in, and as active.';

/** An address as exports head it: with the name of its table, which is another for travelers and for households. */
const ADDRESS = [
  ['Address Line 1', 'address_line_1'],
  ['Address Line 2', 'address_line_2'],
  ['City', 'city'],
  ['State', 'region'],
  ['Zip Code', 'postal_code'],
  ['Country', 'country'],
] as const;
const ofTable = (table: string) => ADDRESS.map(([name, field]) => [`${table}.${name}`, field] as const);

/** ClientBase (profiles, Res Cards) and Trams Back Office (invoices). Which names are known from where: docs/product/imports.md, Moving in. */
export const CLIENTBASE: Preset = {
  id: 'clientbase',
  name: 'ClientBase, Trams',
  takes: 'Customers, bookings, commissions, vendors',
  behind: 'Itinerary layouts, mail merge, passports, card numbers',
  notation: { dates: 'mdy', decimal: '.' },
  files: {
    customers: {
      // A traveler's own name before the household's: a household has a row for each.
      takes: [
        ['TRAVELER/CONTACT.First Name', 'first_name'],
        ['TRAVELER/CONTACT.Last Name', 'last_name'],
        ['PROFILE.First Name', 'first_name'],
        ['PROFILE.Last Name', 'last_name'],
        ['First Name', 'first_name'],
        ['Last Name', 'last_name'],
        ['TRAVELER/CONTACT.Birthday', 'birthday'],
        ...ofTable('TRAVELER/CONTACTADDRTABLE'),
        ...ofTable('PRIMARYADDRTABLE'),
        ...ADDRESS,
        ['Primary E-mail', 'email'],
        ['E-mail', 'email'],
        ['Primary Phone', 'phone'],
        ['Home Phone', 'phone'],
      ],
      behind: {
        [NO_FIELD]: [
          'TRAVELER/CONTACT.Name',
          'TRAVELER/CONTACT.Middle Name',
          'TRAVELER/CONTACT.Gender',
          'PROFILE.Name',
          'PROFILE.Middle Name',
          'PROFILE.Profile No',
          'PROFILE.Interface ID',
          'PROFILE.Unique ID',
          'PROFILE.Profile Type',
          'PROFILE.Primary Agent',
          'PROFILE.Creation Date',
          'PROFILE.Modified Date',
          'PROFILE.Referred By',
          'Apt/Suite',
          'Salutation',
          'Courtesy Title',
          'Fax',
        ],
        [SECRETS]: ['Passport Expire', 'Passport Issuing Country', 'Passport No'],
        [RELATED]: ['PROFILE TRAVELER/CONTACT.Relationship', 'PROFILE.Primary Traveler'],
        [EVERYBODY]: ['PROFILE.Active'],
      },
      how: 'Export profiles from ClientBase as CSV, with the names of fields in the first line.',
    },
    vendors: {
      takes: [
        ['PROFILE.Name', 'name'],
        ['Vendor Name', 'name'],
        ['Vendor', 'name'],
        ...ofTable('PRIMARYADDRTABLE'),
        ...ADDRESS,
        ['Primary E-mail', 'email'],
        ['E-mail', 'email'],
        ['Primary Phone', 'phone'],
        ['Phone', 'phone'],
        ['Web Page', 'website'],
        ['Contact', 'contact_name'],
        ['Commission %', 'default_commission_rate'],
      ],
      behind: {
        [NO_FIELD]: [
          'PROFILE.Profile No',
          'PROFILE.Interface ID',
          'PROFILE.Unique ID',
          'PROFILE.Profile Type',
          'PROFILE.Creation Date',
          'PROFILE.Modified Date',
          'Apt/Suite',
          'Fax',
        ],
        [EVERYBODY]: ['PROFILE.Active'],
      },
      how: 'Export vendor profiles from ClientBase as CSV, with the names of fields in the first line.',
    },
    sales: {
      takes: [
        ['Confirm No', 'booking_reference'],
        ['Confirmation No', 'booking_reference'],
        ['Ticket/Confirmation No', 'booking_reference'],
        ['Record Locator', 'booking_reference'],
        ['Traveler', 'customer'],
        ['Traveler Name', 'customer'],
        ['Passenger Name', 'customer'],
        ['Client Name', 'customer'],
        ['Airline/Vendor', 'vendor'],
        ['Vendor Name', 'vendor'],
        ['Vendor', 'vendor'],
        ['Issue Date', 'sale_date'],
        ['Depart Date', 'travel_date'],
        ['Trip Start Date', 'travel_date'],
        ['Return Date', 'return_date'],
        ['Trip End Date', 'return_date'],
        ['Total Fare', 'total_amount'],
        ['Res Total', 'total_amount'],
        ['Commission', 'commission_amount'],
        ['Commission Amount', 'commission_amount'],
        ['Outside Agent', 'agent'],
        ['Agent', 'agent'],
        ['Vendor Status', 'commission_status'],
        ['Trip Name', 'notes'],
      ],
      behind: {
        [NO_FIELD]: [
          'Invoice Number',
          'Invoice Type',
          'Travel Category',
          'Travel Type',
          'Base Fare',
          'Tax',
          'Branch',
          'Inside Agent',
          'Profile No',
          'Interface ID',
          'Res Card No',
        ],
        'A paid sale’s commission counts as received: “Vendor Status” says whether it was.': [
          'Client Status',
        ],
      },
      marks: [
        'Outside Agent',
        'Inside Agent',
        'Vendor Status',
        'Client Status',
        'Ticket/Confirmation No',
        'Airline/Vendor',
        'Confirm No',
      ],
      // A booking is closed towards the vendor when the vendor has paid.
      words: { commission_status: { closed: 'funds_received', open: 'unpaid' } },
      how: 'Export a report of invoices from Trams Back Office as Excel, and save it as CSV.',
    },
  },
};
