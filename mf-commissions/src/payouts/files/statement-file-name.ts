import { plainText } from './plain-text';
import type { Statement } from './statement-types';

/** `statement-2027-01-07-marino.pdf` */
export function statementFileName({ number, agent }: Statement, extension: 'pdf' | 'csv'): string {
  const name = plainText(agent.lastName, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${['statement', number, name].filter(Boolean).join('-')}.${extension}`;
}
