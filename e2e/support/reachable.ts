import type { Page } from '@playwright/test';

/** What a person presses, and words that look as if one could: their own style says so, or the mark of a way on. */
const CONTROLS =
  'a[href], button, summary, select, input, textarea, [role=button], [role=menuitem], [role=tab], [role=option]';

/**
 * The controls of the page, or of a part of it, whose own center does not reach them: another element lies there. Each is scrolled into
 * view first. Left out is what cannot be pressed, and what is hidden from the eye.
 * @returns name, and what lies over it
 */
export const unreachable = (page: Page, part = 'body'): Promise<string[]> =>
  page.evaluate(
    ([within, controls]) => {
      const isShown = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect();
        return (
          width > 2 &&
          height > 2 &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          !element.closest('[inert], .pp-sr, .pp-skip')
        );
      };
      const isOff = (element: Element): boolean => element.matches(':disabled, [aria-disabled=true]');
      /** Text with the mark of a way on, in the smallest element that has it. */
      const words = [...document.querySelectorAll(`${within} *`)].filter(
        (element) =>
          !element.closest(controls) &&
          ([...element.childNodes].some(
            ({ nodeType, nodeValue }) => nodeType === 3 && /[›→]\s*$/.test(nodeValue ?? ''),
          ) ||
            element.querySelector(':scope > .lucide-chevron-right') ||
            element.matches('.act.hint, .pp-link, .pp-btn')),
      );
      const describe = (element: Element): string =>
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}`;
      const faults: string[] = [];
      const wanted = [...document.querySelectorAll(`${within} :is(${controls})`), ...words];
      for (const element of wanted) {
        if (!isShown(element) || isOff(element)) continue;
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        // A text that wraps has its center in its first line.
        const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
          faults.push(`${describe(element)}: outside of the window`);
          continue;
        }
        const hit = document.elementFromPoint(x, y);
        const isWord = !element.matches(controls);
        const owner = element.closest('a, button, label');
        const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
        const reaches =
          hit !== null &&
          (isWord
            ? hit.closest(controls) !== null
            : element.contains(hit) ||
              (owner?.contains(hit) ?? false) ||
              labels.some((label) => label.contains(hit)));
        if (!reaches) faults.push(`${describe(element)}: under ${hit ? describe(hit) : 'nothing'}`);
      }
      return faults;
    },
    [part, CONTROLS] as const,
  );
