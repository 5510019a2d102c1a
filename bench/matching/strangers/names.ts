import type { Chance } from '../chance';
import type { Region } from './types';

const list = (text: string) => text.split(/,\s*/);

const GIVEN = {
  us: list(
    'Margaret,Robert,Linda,James,Patricia,Michael,Barbara,William,Susan,David,Jennifer,Richard,Karen,Thomas,Nancy,Charles,Donna,Gary,Sharon,Kevin,Deborah,Steven,Cynthia,Brian,Maria,Carlos,Priya,Wei,Aisha,Jose,Denise,Larry,Gloria,Mark,Tiffany,Dwayne,Ruth,Paul,Elena,Hannah,Grace,Ethan,Olivia,Noah,Chloe,Marcus,Renee,Keith,Monica,Travis',
  ),
  uk: list(
    'Alison,Graham,Fiona,Alan,Gillian,Nigel,Heather,Stuart,Moira,Colin,Hazel,Trevor,Rhiannon,Gareth,Siobhan,Declan,Imogen,Rupert,Harriet,Oliver,Amelia,George,Poppy,Archie,Sanjay,Meera,Yusuf,Zainab,Kwame,Agnes,Clive,Beryl,Derek,Maureen,Neil,Tracey,Gemma,Lee,Kerry,Craig',
  ),
  eu: list(
    'Jürgen,Renate,Klaus,Ursula,Wolfgang,Monika,Dieter,Brigitte,Günter,Käthe,Björn,Anke,Sören,Heike,Matthias,Silke,Jörg,Petra,Stefan,Ines,François,Hélène,Luc,Chantal,Pieter,Marieke,Joost,Saskia,Giulia,Matteo,Lucía,Andrés,Zoë,Emre,Aylin,Katarzyna,Piotr,Lena,Jonas,Franziska',
  ),
};
const FAMILY = {
  us: list(
    'Smith,Johnson,Williams,Brown,Jones,Garcia,Miller,Davis,Rodriguez,Martinez,Hernandez,Lopez,Wilson,Anderson,Thomas,Taylor,Moore,Jackson,Martin,Lee,Thompson,White,Harris,Clark,Lewis,Robinson,Walker,Young,Hall,Allen,King,Wright,Scott,Torres,Nguyen,Hill,Green,Adams,Nelson,Baker,Rivera,Campbell,Mitchell,Carter,Roberts,Okafor,Patel,Kowalski,Fitzgerald,McAllister,Van Houten,De La Cruz,St. James,Castellano,Brennan,Whitaker,Delgado,Abernathy,Lindqvist,Nakamura,Silverman,Pruitt,Hollingsworth,Vasquez,Bergstrom,Yamada,Osborne,Kessler,Rosenthal,Pettigrew,Tran,Chaudhry,Boone,Stanton,Underwood,Ramirez-Cole,Winslow,Mercer,Haddad,Larkin',
  ),
  uk: list(
    "Smith,Jones,Taylor,Williams,Brown,Davies,Evans,Wilson,Thomas,Roberts,Johnson,Lewis,Walker,Robinson,Wood,Thompson,White,Watson,Jackson,Wright,Green,Harris,Cooper,King,Lee,Martin,Clarke,James,Morgan,Hughes,Edwards,Hill,Moore,Clark,Harrison,Scott,Young,Morris,Hall,Ward,Turner,Carter,Phillips,Mitchell,Patel,Adams,Campbell,Anderson,Allen,Cook,Fairweather,Hargreaves,Ogilvie,Pemberton,Smythe,Thistlethwaite,Ashworth,Blenkinsop,Cholmondeley,Entwistle,Featherstone,Greenhalgh,Khan,Hussain,Begum,Oyelaran,Mensah,McTavish,O'Rourke,Llewellyn",
  ),
  eu: list(
    'Müller,Schmidt,Schneider,Fischer,Weber,Meyer,Wagner,Becker,Schulz,Hoffmann,Schäfer,Koch,Bauer,Richter,Klein,Wolf,Schröder,Neumann,Schwarz,Zimmermann,Braun,Krüger,Hofmann,Hartmann,Lange,Schmitt,Werner,Krause,Meier,Lehmann,Köhler,Maier,Weiß,Jung,Großmann,Vogel,Böhm,Jäger,Dupont,Lefèvre,van Dijk,de Vries,Rossi,Bianchi,García,Kowalska,Yılmaz,Öztürk,Strauß,Thönnessen,Prößdorf,Birkenfeld,Achterberg,Nowak,Haußmann,von Buchwald',
  ),
};

/** First and last name of somebody of the region. */
export const person = (chance: Chance, region: Region): [string, string] => [
  chance.of(GIVEN[region]),
  chance.of(FAMILY[region]),
];

/** A companion: mostly of the same family name, sometimes not, sometimes nobody. */
export function companionOf(chance: Chance, region: Region, customer: [string, string]): string | null {
  if (chance.is(0.28)) return null;
  const [first, last] = person(chance, region);
  return `${first} ${chance.is(0.7) ? customer[1] : last}`;
}

/** Letters as a bank's character set has them: umlauts written out, accents dropped. */
export const plain = (text: string): string =>
  text
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/Ä/g, 'Ae')
    .replace(/Ö/g, 'Oe')
    .replace(/Ü/g, 'Ue')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

/** How a vendor writes travelers; each keeps to one way. */
export type NameForm = 'LAST/FIRST' | 'LAST/F' | 'First Last' | 'Last, First' | 'F Last' | 'LAST';

export function writeName(form: NameForm, first: string, last: string): string {
  switch (form) {
    case 'LAST/FIRST':
      return `${plain(last)}/${plain(first)}`.toUpperCase();
    case 'LAST/F':
      return `${plain(last)}/${plain(first)[0]}`.toUpperCase();
    case 'First Last':
      return `${first} ${last}`;
    case 'Last, First':
      return `${last}, ${first}`;
    case 'F Last':
      return `${first[0]} ${last}`;
    case 'LAST':
      return plain(last).toUpperCase();
  }
}

/** A full name in two parts: the first word, and the rest. */
export function splitName(full: string): [string, string] {
  const at = full.indexOf(' ');
  return [full.slice(0, at), full.slice(at + 1)];
}
