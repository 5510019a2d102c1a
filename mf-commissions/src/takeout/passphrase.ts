const [LEAST, LEAST_KINDS] = [16, 6];

/**
 * What is wrong with a passphrase, as the database says it; null for none, or for nothing typed. Blanks in a row count as one, and what
 * nobody sees as none.
 */
export function weaknessOf(passphrase: string): string | null {
  const seen = passphrase
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (passphrase === '') return null;
  if (Math.min([...seen].length, [...passphrase].length) < LEAST)
    return `Use a passphrase of at least ${LEAST} characters.`;
  return new Set(seen.toLowerCase()).size < LEAST_KINDS
    ? `Use at least ${LEAST_KINDS} different characters.`
    : null;
}
