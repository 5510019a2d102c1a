/** `/config.json` on the shell's origin: what differs between installations of the one build. */
export interface RuntimeConfig {
  supabaseUrl: string;
  supabaseKey: string;
  /** Where a balancer sends GET to read replicas, with `"reads": "replicas"`; without it all is asked of `supabaseUrl`. */
  readsUrl?: string;
  supportEmail: string;
  legalEmail: string;
  analyticsUrl: string;
  landingClaims: Record<string, string>;
}

type Settings = Record<string, unknown>;

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Reads settings one by one and remembers what is wrong with them. By hand: a schema library would weigh on the first load. */
class Reader {
  readonly problems: string[] = [];

  constructor(private readonly settings: Settings) {}

  required(name: string): string {
    const value = this.settings[name];
    if (typeof value === 'string' && value !== '') return value;
    this.problems.push(
      `${name} ${isMissing(value) ? 'is missing' : value === '' ? 'is empty' : 'is not text'}`,
    );
    return '';
  }

  url(name: string): string {
    const value = this.required(name);
    if (value !== '' && !URL.canParse(value)) this.problems.push(`${name} is not a URL`);
    return value;
  }

  text(name: string): string {
    const value = this.settings[name];
    if (typeof value === 'string') return value;
    if (!isMissing(value)) this.problems.push(`${name} is not text`);
    return '';
  }

  /** Whether reads go to replicas. */
  readsReplicas(): boolean {
    const value = this.settings['reads'] ?? 'primary';
    if (value !== 'primary' && value !== 'replicas')
      this.problems.push('reads is not "primary" or "replicas"');
    return value === 'replicas';
  }

  texts(name: string): Record<string, string> {
    const value = this.settings[name];
    if (isMissing(value)) return {};
    if (isSettings(value) && Object.values(value).every((text) => typeof text === 'string')) {
      return value as Record<string, string>;
    }
    this.problems.push(`${name} is not an object of texts`);
    return {};
  }
}

/**
 * Checks the parsed content of `/config.json`.
 * @throws Error naming each wrong setting
 */
export function parseConfig(value: unknown): RuntimeConfig {
  if (!isSettings(value)) throw new Error('config.json is not an object of settings');
  const read = new Reader(value);
  const config: RuntimeConfig = {
    supabaseUrl: read.url('supabaseUrl'),
    supabaseKey: read.required('supabaseKey'),
    ...(read.readsReplicas() && { readsUrl: read.url('readsUrl') }),
    supportEmail: read.text('supportEmail'),
    legalEmail: read.text('legalEmail'),
    analyticsUrl: read.text('analyticsUrl'),
    landingClaims: read.texts('landingClaims'),
  };
  if (read.problems.length > 0) throw new Error(read.problems.join('; '));
  return config;
}
