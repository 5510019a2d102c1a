import { createContext, use, type ReactNode } from 'react';
import type { RuntimeConfig } from '@paperplane/shared/platform';

const ConfigContext = createContext<RuntimeConfig | null>(null);

export function ConfigProvider({ config, children }: { config: RuntimeConfig; children: ReactNode }) {
  return <ConfigContext value={config}>{children}</ConfigContext>;
}

/**
 * The installation's settings, for the shell's own pages.
 * @throws Error outside ConfigProvider
 */
export function useConfig(): RuntimeConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig needs a ConfigProvider');
  return config;
}
