import { addDays, requiredDate, requiredText, type IsoDate } from '@paperplane/shared/domain';
import * as v from 'valibot';
import { latestExpiry } from './key-words';
import { SCOPES } from './scopes';

/** How long a key works: so many days, or until a day of choice. */
export const LIVES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['day', 'Until a day of choice'],
] as const;

const MAX_NAME = 60;

/** A day is looked at only where it is asked for. */
const lastDay = (today: IsoDate) =>
  v.pipe(
    requiredDate('Say until which day it works.'),
    v.check((day) => day > today, 'Choose a day to come.'),
    v.check((day) => day <= latestExpiry(today), 'A key works for two years at most.'),
  );

/** What is typed of a new key, and the key that is asked for. @param today the organization's */
export const newKeySchema = (today: IsoDate) =>
  v.pipe(
    v.object({
      name: requiredText('Name the program that uses it.', MAX_NAME),
      scopes: v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1, 'Say what it may read or write.')),
      life: v.picklist(LIVES.map(([life]) => life)),
      expiresOn: v.string(),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.life !== 'day') return;
      const { issues } = v.safeParse(lastDay(today), dataset.value.expiresOn);
      if (issues)
        addIssue({
          message: issues[0].message,
          path: [
            {
              type: 'object',
              origin: 'value',
              input: dataset.value,
              key: 'expiresOn',
              value: dataset.value.expiresOn,
            },
          ],
        });
    }),
    v.transform(({ name, scopes, life, expiresOn }) => ({
      name,
      scopes,
      expiresOn: life === 'day' ? expiresOn : addDays(today, Number(life)),
    })),
  );

export type NewKeyForm = v.InferInput<ReturnType<typeof newKeySchema>>;

export const NEW_KEY_FIELDS = ['name', 'scopes', 'expiresOn'] as const;

export const BLANK_KEY: NewKeyForm = { name: '', scopes: [], life: '90', expiresOn: '' };
