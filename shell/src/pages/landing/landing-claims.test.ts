import { bandClaims, landingClaims } from './landing-claims';

// The claims are configuration with these defaults (docs/product/platform.md, Landing page)
// Holds platform-86
test('the product’s own claims by default', () => {
  expect(bandClaims(landingClaims({}))).toEqual([
    { figure: '85%', text: 'less manual matching' },
    { figure: 'Hundreds', text: 'of agencies on board' },
    { figure: 'Free', text: 'to sign up' },
  ]);
});

test('an installation says it differently, or leaves a claim out', () => {
  const claims = bandClaims(
    landingClaims({ matching: '60%', agencies: '', price: '$9', priceText: 'a month' }),
  );
  expect(claims).toEqual([
    { figure: '60%', text: 'less manual matching' },
    { figure: '$9', text: 'a month' },
  ]);
});
