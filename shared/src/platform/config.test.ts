import { parseConfig } from './config';

describe('parseConfig', () => {
  it('fills what is optional', () => {
    expect(parseConfig({ supabaseUrl: 'https://x.test', supabaseKey: 'k' })).toEqual({
      supabaseUrl: 'https://x.test',
      supabaseKey: 'k',
      supportEmail: '',
      legalEmail: '',
      analyticsUrl: '',
      landingClaims: {},
    });
  });

  it.each([
    [{}, 'supabaseUrl'],
    [{ supabaseUrl: 'not a url', supabaseKey: 'k' }, 'supabaseUrl is not a URL'],
    [{ supabaseUrl: 'https://x.test', supabaseKey: '' }, 'supabaseKey is empty'],
    [{ supabaseUrl: 'https://x.test', supabaseKey: 'k', landingClaims: 3 }, 'landingClaims'],
    ['text', 'config.json'],
  ])('names what is wrong in %j', (value, problem) => {
    expect(() => parseConfig(value)).toThrow(problem);
  });
});
