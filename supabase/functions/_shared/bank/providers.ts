import { enableBanking } from './enable-banking.ts';
import type { Provider } from './provider.ts';
import { simplefin } from './simplefin.ts';

export const providers: Readonly<Record<'simplefin' | 'enable_banking', Provider>> = {
  simplefin,
  enable_banking: enableBanking,
};

export type ProviderName = keyof typeof providers;

export const isProvider = (name: unknown): name is ProviderName =>
  typeof name === 'string' && Object.hasOwn(providers, name);
