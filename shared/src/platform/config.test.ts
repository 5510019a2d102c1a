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

  // Holds platform-63
  it('takes the address of replicas only where reads go to them', () => {
    const settings = { supabaseUrl: 'https://x.test', supabaseKey: 'k', readsUrl: 'https://x-all.test' };
    expect(parseConfig({ ...settings, reads: 'replicas' }).readsUrl).toBe('https://x-all.test');
    for (const reads of [undefined, null, 'primary'])
      expect(parseConfig({ ...settings, reads })).not.toHaveProperty('readsUrl');
  });

  it.each([
    [{}, 'supabaseUrl'],
    [{ supabaseUrl: 'not a url', supabaseKey: 'k' }, 'supabaseUrl is not a URL'],
    [{ supabaseUrl: 'https://x.test', supabaseKey: '' }, 'supabaseKey is empty'],
    [{ supabaseUrl: 'https://x.test', supabaseKey: 'k', landingClaims: 3 }, 'landingClaims'],
    [{ supabaseUrl: 'https://x.test', supabaseKey: 'k', reads: 'both' }, 'reads is not'],
    [{ supabaseUrl: 'https://x.test', supabaseKey: 'k', reads: 'replicas' }, 'readsUrl is missing'],
    ['text', 'config.json'],
  ])('names what is wrong in %j', (value, problem) => {
    expect(() => parseConfig(value)).toThrow(problem);
  });
});
