import { plural } from '@paperplane/shared/domain';
import type { AgencyDeletion } from './deletion-api';

/** `4,812 sales, 1,204 customers, 13 people and 310 files`. */
export function sizeText({ sales, customers, people, files }: AgencyDeletion['counts']): string {
  const counted = [plural(sales, 'sale'), plural(customers, 'customer'), plural(people, 'person', 'people')];
  return `${counted.join(', ')} and ${plural(files, 'file')}`;
}
