import type { Letter } from './letter.ts';
import type { Outcome, Provider } from './provider.ts';

/** A mail server as the embedded backend names one. Hosted functions may open no connection to one. */
export interface SmtpServer {
  host: string;
  port: number;
  user?: string | undefined;
  pass?: string | undefined;
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

/** What an error of a sending means. */
export function outcomeOf(error: SmtpError): Outcome {
  const words = error.response ?? error.message ?? '';
  const { responseCode = 0 } = error;
  if (responseCode >= 500) return { state: 'failed', code: 'refused', words, again: false };
  if (
    responseCode >= 400 ||
    error.command === 'CONN' ||
    error.code === 'EDNS' ||
    error.code === 'ECONNECTION'
  )
    return {
      state: 'failed',
      code: 'unreachable',
      words: words || 'The mail server cannot be reached',
      again: true,
    };
  return { state: 'unknown' };
}

/** SMTP: a server that was cut off cannot be asked, so what may have been sent is not sent again. */
export function smtp({ host, port, user, pass }: SmtpServer): Provider {
  return {
    name: 'smtp',
    async send({ id, from, to, replyTo, subject, text, file }: Letter) {
      const { createTransport } = (await import('nodemailer')).default;
      const transport = createTransport({
        host,
        port,
        secure: port === 465,
        name: 'paperplane',
        ...(user && { auth: { user, pass: pass ?? '' } }),
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from,
          to,
          replyTo: { name: '', address: replyTo },
          subject,
          text,
          messageId: `<${id}@${from.address.split('@')[1] ?? 'paperplane'}>`,
          ...(file && {
            attachments: [
              { filename: file.name, content: file.base64, encoding: 'base64', contentType: 'text/csv' },
            ],
          }),
        });
        return { state: 'sent', providerId: null };
      } catch (error) {
        return outcomeOf(error as SmtpError);
      } finally {
        transport.close();
      }
    },
    look: () =>
      Promise.resolve({
        state: 'failed',
        code: 'interrupted',
        words: 'The connection ended before the mail server answered: nobody knows whether it was sent',
        again: false,
      }),
  };
}
