import type { ChartTheme } from './chart-theme';

/** One line of a tooltip. */
export interface TooltipLine {
  name: string;
  color: string;
  value: string;
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What a tooltip says, as HTML: names are people's own words. */
export function tooltipHtml(title: string, lines: readonly TooltipLine[], { color }: ChartTheme): string {
  const rows = lines.map(
    ({ name, color: dot, value }) =>
      `<tr><td style="padding:2px 24px 2px 0;color:${color('text-muted')}"><i style="display:inline-block;width:8px;height:8px;` +
      `border-radius:50%;margin-right:7px;background:${dot}"></i>${escape(name)}</td>` +
      `<td style="text-align:right;font-weight:550;font-variant-numeric:tabular-nums">${escape(value)}</td></tr>`,
  );
  const head = title ? `<b style="font-weight:600">${escape(title)}</b>` : '';
  return `<div style="padding:10px 12px">${head}<table style="margin-top:4px;border-spacing:0">${rows.join('')}</table></div>`;
}
