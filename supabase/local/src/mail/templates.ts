import fs from 'node:fs';
import path from 'node:path';

/** A mail as the Supabase CLI describes it: a subject and an HTML text with `{{ .ConfirmationURL }}` and the like. */
export interface MailTemplate {
  subject: string;
  html: string;
}

/** Kinds of mail, named as `[auth.email.template.<kind>]` in config.toml. */
export type MailKind = 'confirmation' | 'recovery' | 'magic_link' | 'invite' | 'email_change';

/** What a template may name, without the dot. `Data` is the user's metadata: `{{ .Data.first_name }}`. */
export interface TemplateValues {
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  SiteURL: string;
  RedirectTo: string;
  Email: string;
  /** The address somebody is to have, and to which of the two this mail goes; of a change of address alone. */
  NewEmail?: string;
  SendingTo?: string;
  Data: Record<string, unknown>;
}

const builtIn = (subject: string, purpose: string, otherwise: string): MailTemplate => ({
  subject,
  html: `<h2>${subject}</h2>
<p>${purpose}</p>
<p><a href="{{ .ConfirmationURL }}">${subject}</a></p>
<p>Or enter this code: <strong>{{ .Token }}</strong></p>
<p>${otherwise}</p>
`,
});

const BUILT_IN: Record<MailKind, MailTemplate> = {
  confirmation: builtIn(
    'Confirm your e-mail address',
    'Follow this link to finish signing up:',
    'If you did not sign up, you can ignore this mail.',
  ),
  recovery: builtIn(
    'Reset your password',
    'Follow this link to choose a new password:',
    'If you did not ask for it, you can ignore this mail.',
  ),
  magic_link: builtIn(
    'Log in',
    'Follow this link to log in:',
    'If you did not ask for it, you can ignore this mail.',
  ),
  invite: builtIn(
    'Accept your invitation',
    'Follow this link to accept your invitation:',
    'If you do not know why you got it, you can ignore this mail.',
  ),
  email_change: builtIn(
    'Confirm your new e-mail address',
    'Follow this link to have {{ .NewEmail }} as your address instead of {{ .Email }}:',
    'If you did not ask for it, you can ignore this mail.',
  ),
};

/** Subject and path of a template as `[auth.email.template.<kind>]` in config.toml gives them. */
export interface TemplateConfig {
  subject?: string;
  contentPath?: string;
}

/** The template of the project: from config.toml, else `supabase/templates/<kind>.html`, else the built-in one. */
function loadTemplate(workdir: string, kind: MailKind, config: TemplateConfig = {}): MailTemplate {
  const fallback = BUILT_IN[kind];
  const subject = config.subject ?? fallback.subject;
  const places = config.contentPath
    ? [path.resolve(workdir, config.contentPath), path.resolve(workdir, 'supabase', config.contentPath)]
    : [path.join(workdir, 'supabase', 'templates', `${kind}.html`)];
  const file = places.find((place) => fs.existsSync(place));
  if (!file && config.contentPath) throw new Error(`The mail template ${config.contentPath} does not exist`);
  return { subject, html: file ? fs.readFileSync(file, 'utf8') : fallback.html };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Most characters a mail takes from the user's data, for each value. */
const MAX_NAME = 100;

function valueOf(values: TemplateValues, name: string): string {
  let value: unknown = values;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return '';
    value = (value as Record<string, unknown>)[part];
  }
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  // What a user says of themselves is a name, not a letter: whoever signs somebody else up could write them one.
  return name.startsWith('Data.') ? [...String(value)].slice(0, MAX_NAME).join('') : String(value);
}

/** A condition without another one inside. */
const CONDITION =
  /\{\{-?\s*if\s+\.([A-Za-z0-9_.]+)\s*-?\}\}((?:(?!\{\{-?\s*if\s)[\s\S])*?)(?:\{\{-?\s*else\s*-?\}\}((?:(?!\{\{-?\s*if\s)[\s\S])*?))?\{\{-?\s*end\s*-?\}\}/;

/** Fills in names and `{{ if .Name }}...{{ else }}...{{ end }}`, also one inside another: the part of Go's templates which mails use. */
function fill(template: string, values: TemplateValues, escape: (text: string) => string): string {
  let chosen = template;
  // From the inside out.
  while (CONDITION.test(chosen)) {
    chosen = chosen.replace(CONDITION, (_, name: string, yes: string, no: string | undefined) =>
      valueOf(values, name) ? yes : (no ?? ''),
    );
  }
  return chosen.replace(/\{\{-?\s*\.([A-Za-z0-9_.]+)\s*-?\}\}/g, (_, name: string) =>
    escape(valueOf(values, name)),
  );
}

/** The plain text of an HTML mail: links keep their address, the rest its words. */
function plainText(html: string): string {
  const names = Object.fromEntries(
    Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
  );
  return (
    html
      .replace(/<(style|head|script)\b[\s\S]*?<\/\1\s*>/gi, '')
      // Lines of the source mean nothing; lines of the text come from the markup.
      .replace(/\s+/g, ' ')
      .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/gi, '$2: $1')
      .replace(/<br\s*\/?>|<\/(p|h[1-6]|div|tr|li)\s*>/gi, '\n')
      .replace(/<[^>]+>/g, '')
      .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => names[entity] ?? entity)
      .replace(/[ \t]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/**
 * Subject, HTML and text of one mail. Values are escaped: what a user typed cannot become markup. The text always
 * carries the link; the code stands in mails whose template names it.
 */
export function renderMail(template: MailTemplate, values: TemplateValues) {
  const html = fill(template.html, values, escapeHtml);
  const subject = fill(template.subject, values, (text) => text.replace(/[\r\n]+/g, ' '));
  const words = plainText(html);
  const link = words.includes(values.ConfirmationURL) ? '' : `\n\n${values.ConfirmationURL}`;
  return { subject, html, text: `${words}${link}` };
}

/** Every template of a project. Throws when config.toml names a file that does not exist. */
export function loadTemplates(
  workdir: string,
  configs: Partial<Record<MailKind, TemplateConfig>>,
): Record<MailKind, MailTemplate> {
  const load = (kind: MailKind) => loadTemplate(workdir, kind, configs[kind]);
  return {
    confirmation: load('confirmation'),
    recovery: load('recovery'),
    magic_link: load('magic_link'),
    invite: load('invite'),
    email_change: load('email_change'),
  };
}
