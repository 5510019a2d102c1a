import nodemailer from 'nodemailer';
import { LOOPBACK } from '../instance/ports.js';
import type { Log } from '../log.js';
import { startMailCatcher, type ArrivedMail } from './maildev.js';

/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Sends mails; `url` says where they can be read or went, `server` how they go there. */
export interface Mailer {
  url: string;
  server: MailServer & { from: string };
  send(mail: Mail): Promise<void>;
  /** Tells of each mail that comes in from now on; none does where mail goes to a real server. */
  onMail(listener: (mail: ArrivedMail) => void): void;
  stop(): Promise<void>;
}

const DEFAULT_FROM = 'Paperplane <no-reply@paperplane.test>';
const TIMEOUT_MS = 10_000;

/** A server that takes mails by SMTP. */
export interface MailServer {
  host: string;
  port: number;
  auth?: { user: string; pass: string };
}

function transport(server: MailServer, from: string) {
  const { host, port, auth } = server;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  return nodemailer.createTransport(
    { host, port, secure: port === 465, ...(auth ? { auth } : {}), ...timeouts },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
}

type Sender = ReturnType<typeof transport>;

/** The address goes as it is: written as text it would be parsed, and could name others. */
const sendOver = (sender: Sender) => async (mail: Mail) =>
  void (await sender.sendMail({ ...mail, to: { name: '', address: mail.to } }));

/** Sends through the server SMTP_HOST names, else into the local mail catcher. */
export async function openMailer(
  dataDir: string,
  mailPort: number,
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<Mailer> {
  const from = env.SMTP_FROM || DEFAULT_FROM;
  if (env.SMTP_HOST) {
    const server: MailServer = { host: env.SMTP_HOST, port: Number(env.SMTP_PORT || 587) };
    if (env.SMTP_USER) server.auth = { user: env.SMTP_USER, pass: env.SMTP_PASS ?? '' };
    const sender = transport(server, from);
    return {
      url: `smtp://${server.host}:${server.port}`,
      server: { ...server, from },
      send: sendOver(sender),
      onMail: () => undefined,
      stop: async () => sender.close(),
    };
  }
  const catcher = await startMailCatcher(dataDir, mailPort, log);
  const server: MailServer = { host: LOOPBACK, port: catcher.smtpPort };
  const sender = transport(server, from);
  return {
    url: catcher.mailUrl,
    server: { ...server, from },
    send: sendOver(sender),
    onMail: catcher.onMail,
    async stop() {
      sender.close();
      await catcher.stop();
    },
  };
}
