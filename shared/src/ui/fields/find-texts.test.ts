import { findTexts } from './find-texts';

const NAMES = ['Océania Croisières', 'Müller Reisen', 'Smith & Sons', 'Ångström Tours', 'ΑΘΗΝΑ Travel'];
const found = (typed: string) => findTexts(NAMES, typed).map((place) => NAMES[place]);

// Holds platform-93
it.each([
  ['oce', ['Océania Croisières']],
  ['OCEANIA', ['Océania Croisières']],
  ['croisieres océ', ['Océania Croisières']],
  ['reisen muller', ['Müller Reisen']],
  ['muler', ['Müller Reisen']],
  ['smiht', ['Smith & Sons']],
  ['angstrom tuors', ['Ångström Tours']],
  ['αθηνα', ['ΑΘΗΝΑ Travel']],
  ['nobody', []],
  ['(', []],
  ['s', ['Océania Croisières', 'Müller Reisen', 'Smith & Sons', 'Ångström Tours']],
])('finds by %s', (typed, names) => {
  expect(found(typed)).toEqual(names);
});
