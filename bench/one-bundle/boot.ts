/** What is left of the boot script without remotes: the theme before the first paint, and the login page's files. */
import { applyTheme, storedTheme } from '../../shell/src/layout/theme/theme';

applyTheme(storedTheme());

const login = document.currentScript?.dataset['login']?.split(' ') ?? [];
if (location.pathname === '/login') {
  for (const file of login) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.href = file;
    document.head.append(link);
  }
}
