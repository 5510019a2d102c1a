import { env } from '../_shared/env.ts';
import { postmark } from './postmark.ts';
import type { Provider } from './provider.ts';
import { resend } from './resend.ts';
import { smtp } from './smtp.ts';

/** Who sends, and from which address of ours. */
export interface SetUp {
  provider: Provider;
  from: string;
}

const ADDRESS = /([^\s<>"]+@[^\s<>"]+)>?\s*$/;

/**
 * What the environment says: `MAIL_PROVIDER` (`resend`, `postmark` or `smtp`), `MAIL_API_KEY`, `MAIL_FROM`, for tests `MAIL_API_URL`. Without
 * a provider the mail server that an embedded backend brings. Null: this installation sends no mail.
 */
export function setUp(): SetUp | null {
  const host = env('SMTP_HOST');
  const [, from] = ADDRESS.exec(env('MAIL_FROM') ?? env('SMTP_FROM') ?? '') ?? [];
  const [name, key, url] = [
    env('MAIL_PROVIDER') ?? (host && 'smtp'),
    env('MAIL_API_KEY'),
    env('MAIL_API_URL'),
  ];
  if (!from) return null;
  if (name === 'resend' && key) return { provider: resend(key, url), from };
  if (name === 'postmark' && key) return { provider: postmark(key, url), from };
  if (name === 'smtp' && host)
    return {
      provider: smtp({
        host,
        port: Number(env('SMTP_PORT') ?? 587),
        user: env('SMTP_USER'),
        pass: env('SMTP_PASS'),
      }),
      from,
    };
  return null;
}
