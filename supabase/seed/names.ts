/** Raw material of the demo data. Every company and person is invented. */

export const FIRST_NAMES = (
  'Abigail Adrian Aisha Alejandro Amara Amelia Andre Anika Anthony Beatriz Benjamin Bianca Brandon Camila Carlos ' +
  'Caroline Charlotte Chloe Christopher Claire Connor Daniel Daniela David Deborah Diego Dominic Eleanor Elena Elijah ' +
  'Emily Emma Ethan Fatima Felix Fiona Gabriel George Grace Hannah Harold Hassan Helen Henry Imani Irene Isabella ' +
  'Jackson Jacob James Jasmine Joanna Jonas Jordan Joseph Julia Karen Keiko Kenji Laila Laura Leo Liam Lily Lucas ' +
  'Lucia Luke Malik Margaret Maria Martin Mateo Maya Megan Mei Michael Mila Nadia Naomi Nathan Nina Noah Nora Oliver ' +
  'Olivia Omar Oscar Patricia Paul Penelope Peter Priya Rachel Rafael Rebecca Robert Rosa Ruth Samuel Sandra Sarah ' +
  'Sebastian Simon Sofia Sophia Stella Susan Tariq Teresa Theodore Thomas Valentina Victor Violet Walter William Xavier Yara Zoe'
).split(' ');

export const LAST_NAMES = (
  'Abbott Acosta Adams Ahmed Alvarez Anderson Bailey Baker Barnes Bennett Bianchi Brennan Brooks Burke Campbell Carter ' +
  'Castillo Chan Chavez Chen Clarke Coleman Collins Cooper Costa Cruz Davies Delgado Diaz Donnelly Edwards Ellis Evans ' +
  'Farrell Fernandez Fischer Fleming Foster Freeman Fuentes Garcia Gibson Gomez Graham Grant Greene Griffin Gupta ' +
  'Hamilton Hansen Harper Hayes Henderson Herrera Hoffman Holloway Howard Hughes Ibrahim Ito Jacobs Jensen Johansson ' +
  'Kaplan Kaur Keller Kelly Khan Kim Kowalski Larsen Lawson Lee Lindgren Lopez Lowe MacDonald Marino Marsh Martinez ' +
  'Mehta Mendoza Meyer Mitchell Moreau Morgan Murphy Nakamura Navarro Nelson Nguyen Novak Okafor Olsen Ortega Osborne ' +
  'Park Patel Pearson Perez Peterson Pham Pierce Powell Quinn Ramirez Reed Reyes Richter Rivera Romano Rossi Russo ' +
  'Salazar Santos Schmidt Shah Silva Simmons Singh Spencer Sullivan Suzuki Tanaka Taylor Thornton Torres Vargas Vega ' +
  'Wagner Walsh Watanabe Weber Whitfield Williams Wong Wright Yamamoto Young Zhang Zimmermann'
).split(' ');

/** A kind of vendor: what a booking costs, what it pays, how long one travels. */
export interface VendorKind {
  vendors: readonly string[];
  /** Typical total in dollars, and how widely it varies. */
  typical: number;
  sigma: number;
  /** Default commission rates in percent. */
  rates: readonly number[];
  /** Nights away; none for what has no return. */
  nights: readonly [number, number] | null;
  /** How often this kind is booked. */
  weight: number;
  reference: string;
}

export const VENDOR_KINDS: readonly VendorKind[] = [
  {
    vendors: [
      'Meridian Star Cruises',
      'Coral Line',
      'Northern Fjord Voyages',
      'Blue Pennant River Cruises',
      'Aurelia Yachts',
      'Sunward Cruise Line',
      'Halcyon Ocean Lines',
    ],
    typical: 4200,
    sigma: 0.55,
    rates: [12, 13, 14, 15, 16],
    nights: [5, 16],
    weight: 1.5,
    reference: 'CR',
  },
  {
    vendors: [
      'Casa Marisol Resorts',
      'The Alder Collection',
      'Palmetto Bay Hotels',
      'Grand Tessera Hotels',
      'Kumo Ryokan Group',
      'Savanna Lodges',
      'Isla Verde All-Inclusive',
      'Hotel Brenner',
      'Cliffside Villas',
    ],
    typical: 1900,
    sigma: 0.6,
    rates: [8, 10, 10, 10, 12],
    nights: [2, 12],
    weight: 1.3,
    reference: 'HT',
  },
  {
    vendors: [
      'Wayfarer Tours',
      'Old Road Expeditions',
      'Lumen Small Group Travel',
      'Andes & Altiplano',
      'Silk Gate Journeys',
      'Highland Walking Co.',
      'Terra Nova Safaris',
      'Dolce Strada Italy',
    ],
    typical: 5600,
    sigma: 0.5,
    rates: [10, 12, 12.5, 14, 15],
    nights: [6, 21],
    weight: 1.1,
    reference: 'TR',
  },
  {
    vendors: [
      'Skylark Air',
      'Transpolar Airways',
      'Cordillera Air',
      'Pacific Crane',
      'BlueJet Consolidators',
    ],
    typical: 1350,
    sigma: 0.55,
    rates: [1.5, 2, 3, 5],
    nights: [3, 18],
    weight: 1.4,
    reference: 'AR',
  },
  {
    vendors: [
      'Roadrunner Car Hire',
      'Linden Rail Passes',
      'Harborline Ferries',
      'Citylink Transfers',
      'Velocar Rentals',
    ],
    typical: 480,
    sigma: 0.5,
    rates: [6, 8, 10],
    nights: [1, 14],
    weight: 0.8,
    reference: 'GT',
  },
  {
    vendors: ['SafeHarbor Travel Insurance', 'Beacon Assist', 'Trailguard Cover'],
    typical: 310,
    sigma: 0.45,
    rates: [22, 25, 30],
    nights: null,
    weight: 0.9,
    reference: 'IN',
  },
  {
    vendors: ['Encore City Tickets', 'Tastings & Tables', 'Summit Ski School'],
    typical: 420,
    sigma: 0.5,
    rates: [8, 10, 15],
    nights: [1, 7],
    weight: 0.5,
    reference: 'EX',
  },
];

export const SALE_NOTES = [
  'Honeymoon. Ask for a quiet room away from the lift.',
  'Travels with two children, 6 and 9. Connecting rooms confirmed.',
  'Window seats for everybody, vegetarian meals.',
  'Wants to be called before the balance is charged.',
  'Wheelchair assistance booked at both airports.',
  'Loyalty number is on file with the vendor.',
  'Anniversary trip: flowers in the cabin, please.',
  'Price matched against an online offer.',
  'Deposit paid by card, balance by bank transfer.',
  'Prefers late check-out on the last day.',
  'Group of eight, one invoice.',
  'Passport renewal pending, check again six weeks before departure.',
];

export const CUSTOMER_NOTES = [
  'Prefers phone calls in the evening.',
  'Travels every February. Likes small ships.',
  'Allergic to nuts.',
  'Retired teacher, books early and pays at once.',
  'Corporate card for flights, own card for hotels.',
  'Met at the spring travel evening.',
];

export const CANCEL_NOTES = [
  'Vendor stopped operating; no commission will come.',
  'Paid out through the vendor’s direct programme.',
];
