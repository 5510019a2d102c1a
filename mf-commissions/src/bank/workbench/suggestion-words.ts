import { pluralWord } from '@paperplane/shared/domain';
import type { Suggestion } from '../bank-types';
import { reasonsLine, reasonText } from '../parts/bank-reasons';

const listed = (references: readonly string[]): string => {
  const shown = references.slice(0, 3);
  const rest = references.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
};

/**
 * Why the first suggestion, and how another one differs from it: `CR-30902 instead of CR-30571 and CR-30791; $45.00 short`.
 * @param money writes an amount
 */
export function howItDiffers(
  suggestion: Suggestion,
  first: Suggestion,
  money: (amount: number) => string,
): string {
  if (suggestion.rank === first.rank) return reasonsLine(suggestion, money);
  const references = ({ parts }: Suggestion) => parts.map(({ bookingReference }) => bookingReference);
  const [here, there] = [references(suggestion), references(first)];
  const added = here.filter((each) => !there.includes(each));
  const missing = there.filter((each) => !here.includes(each));
  const said = [
    added.length > 0 && missing.length > 0
      ? `${listed(added)} instead of ${listed(missing)}`
      : added.length > 0
        ? `With ${listed(added)}`
        : missing.length > 0
          ? `Without ${listed(missing)}`
          : 'Other amounts',
    suggestion.difference < 0 && `${money(-suggestion.difference)} short`,
    suggestion.difference > 0 && `${money(suggestion.difference)} over`,
    ...suggestion.reasons
      .filter(({ weight, code }) => weight < 0 && code !== 'sets' && !isAmount(code))
      .map((reason) =>
        reasonText(reason, money).replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()),
      ),
  ];
  return said.filter(Boolean).join('; ');
}

const isAmount = (code: string): boolean => code === 'short' || code === 'over';

/** How many sets add up besides those that are shown; null when all are. */
export function moreByChance(suggestions: readonly Suggestion[]): string | null {
  if (suggestions.every(({ kind }) => kind !== 'set')) return null;
  const others = Number(suggestions[0]?.reasons.find(({ code }) => code === 'sets')?.params?.['count'] ?? 0);
  const hidden = others - (suggestions.filter(({ kind }) => kind === 'set').length - 1);
  return hidden > 0 ? `${hidden} other ${pluralWord(hidden, 'set')} would add up, too, by chance.` : null;
}
