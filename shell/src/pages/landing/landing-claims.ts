/** What the landing page promises; an installation may say it differently, or leave a claim out with an empty text. */
const DEFAULTS = {
  matching: '85%',
  matchingText: 'less manual matching',
  agencies: 'Hundreds',
  agenciesText: 'of agencies on board',
  price: 'Free',
  priceText: 'to sign up',
  hero: 'Sign-up is free',
};

export type ClaimKey = keyof typeof DEFAULTS;
export type Claims = Record<ClaimKey, string>;

/** The claims by default, with the installation's own texts (`landingClaims` of config.json) in their place. */
export function landingClaims(configured: Record<string, string>): Claims {
  const claims: Claims = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS) as ClaimKey[]) claims[key] = configured[key] ?? DEFAULTS[key];
  return claims;
}

/** The figures of the band under the hero; a claim without a figure is left out. */
export const bandClaims = (claims: Claims): { figure: string; text: string }[] =>
  (
    [
      ['matching', 'matchingText'],
      ['agencies', 'agenciesText'],
      ['price', 'priceText'],
    ] as const
  )
    .map(([figure, text]) => ({ figure: claims[figure], text: claims[text] }))
    .filter(({ figure }) => figure !== '');
