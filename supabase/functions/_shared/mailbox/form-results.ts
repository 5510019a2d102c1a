import { domainOf, type Found } from './proof.ts';

/** A field that a form has once; empty where somebody has added another one. */
function once(form: FormData, name: string): string {
  const values = form.getAll(name);
  return values.length === 1 && typeof values[0] === 'string' ? values[0].trim().toLowerCase() : '';
}

/** The domain of the address that bounces go to, which is the one that SPF asks about. */
function domainOfEnvelope(envelope: string): string {
  try {
    const { from } = JSON.parse(envelope) as { from?: unknown };
    return typeof from === 'string' ? domainOf(from) : '';
  } catch {
    return '';
  }
}

/** What a service found, in the fields of its form: `SPF`, about `envelope`, and `dkim`; SendGrid's form (`{@vendor.example : pass}`). */
export function foundInForm(form: FormData): Found[] {
  const found: Found[] = [];
  const spf = once(form, 'SPF');
  if (spf !== '')
    found.push({ method: 'spf', result: spf, domain: domainOfEnvelope(once(form, 'envelope')) });
  const dkim = once(form, 'dkim');
  // Of several, a sender may have written one into another's name.
  const [, domain = '', result = ''] = /^\{@(\S+) : ([a-z]+)\}$/.exec(dkim) ?? [];
  if (dkim !== '' && dkim !== 'none')
    found.push({ method: 'dkim', result: result || 'unknown', domain: domainOf(domain) });
  return found;
}
