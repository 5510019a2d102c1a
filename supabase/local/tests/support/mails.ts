/** A mail as MailDev's API shows it. */
export interface CaughtMail {
  subject: string;
  html: string;
  text: string;
  to: { address: string }[];
}

/** All mails caught for an address, oldest first. */
export async function mailsFor(mailUrl: string, address: string): Promise<CaughtMail[]> {
  const response = await fetch(`${mailUrl}/email`);
  const mails = (await response.json()) as CaughtMail[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}

/** Waits for the mail number `count` of an address; MailDev stores a mail a moment after accepting it. */
export async function waitForMail(mailUrl: string, address: string, count = 1): Promise<CaughtMail> {
  for (let tries = 0; tries < 400; tries += 1) {
    const mail = (await mailsFor(mailUrl, address))[count - 1];
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail number ${count} for ${address}`);
}

/** The confirmation link of a mail. */
export function linkIn(mail: CaughtMail): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return link;
}
