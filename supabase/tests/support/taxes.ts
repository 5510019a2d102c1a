import { ask } from './bank';
import { sql } from './database';
import type { Done } from './payouts';
import type { Person, TestAgency } from './test-agency';

/** Names and addresses that pass every check. */
export const US_PAYER = {
  scheme: 'us',
  legal_name: 'Harbour & Vale Travel LLC',
  tax_number: '24-6813579',
  street: '48 Chandlers Wharf',
  city: 'Portland',
  region: 'ME',
  postal_code: '04101',
  country: 'US',
};
export const EU_PAYER = {
  scheme: 'eu',
  legal_name: 'Hafen Reisen GmbH',
  tax_number: 'DE 246 813 579',
  street: 'Am Kai 4',
  city: 'Hamburg',
  region: '',
  postal_code: '20457',
  country: 'DE',
  notes_from: '2026-01-01',
};
export const US_AGENT = {
  tax_class: 'individual',
  legal_name: 'Sofia Alvarez',
  street: '7 Pine St',
  city: 'Bangor',
  region: 'me',
  postal_code: '04401',
  country: 'US',
  number_kind: 'ssn',
  number: '219-09-9999',
};
export const EU_AGENT = {
  kind: 'business',
  legal_name: 'Jonas Weber',
  street: 'Elbchaussee 9',
  city: 'Hamburg',
  region: '',
  postal_code: '22765',
  country: 'DE',
  number_kind: 'vat',
  number: 'DE 987 654 321',
  vat_status: 'registered',
  vat_rate: '19',
};

export const saveSettings = (person: Person, settings: unknown) =>
  ask<Done>(person, 'save_tax_settings', { settings });
export const saveDetails = (person: Person, details: unknown, agent?: Person) =>
  ask<Done>(person, 'save_tax_details', { details, ...(agent && { agent_id: agent.id }) });

/** A person of the page of tax forms. */
export interface TaxPerson {
  id: string;
  paid: number;
  by_card: number;
  state: string;
  is_active: boolean;
  is_whole: boolean;
  exported_amount: number | null;
  details: { last_four: string; legal_name: string } | null;
  asked_at: string | null;
}

export interface TaxYear {
  settings: { scheme: string };
  threshold: { amount: number; source: string; is_usual: boolean; usual_amount: number };
  people: TaxPerson[];
  sums: { reported: number; amount: number; ready: number; missing: number; changed: number; exempt: number };
  exports: { scope: string; forms: number }[];
  notes_waiting: number;
}

export const yearOf = (person: Person, year = 2026) => ask<TaxYear>(person, 'get_tax_year', { year });

export interface Note {
  id: string;
  label: string;
  kind: 'note' | 'counter';
  agent_id: string;
  net: number;
  vat: number;
  gross: number;
  vat_status: string;
  counters: string | null;
}

/** All notes of 2026 and of this year that somebody may read, in the order of their numbers. */
export async function notesOf(person: Person): Promise<Note[]> {
  const years = [...new Set([2026, new Date().getUTCFullYear()])];
  const lists = await Promise.all(
    years.map((year) => ask<{ rows: Note[] }>(person, 'list_credit_notes', { year, page_size: 500 })),
  );
  return lists.flatMap(({ rows }) => rows).sort((a, b) => a.label.localeCompare(b.label));
}

/** Numbers of notes that are missing or given twice, by agent: none, ever. */
export const gaps = (agency: TestAgency) =>
  sql(
    `select n.agent_id, array_agg(n.number order by n.number) as numbers, max(c.last_number) as last
     from private.credit_notes n
     join private.credit_note_counters c on c.organization_id = n.organization_id and c.agent_id = n.agent_id
     where n.organization_id = $1 group by n.agent_id
     having array_agg(n.number order by n.number) <> array(select generate_series(1, max(c.last_number)))`,
    [agency.organizationId],
  );
