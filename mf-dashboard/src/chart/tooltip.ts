import type { ChartTheme } from './chart-theme';
import { escapeHtml } from './escape';

/** One line of a tooltip. */
export interface TooltipLine {
  name: string;
  color: string;
  value: string;
}

/**
 * What a tooltip says, as HTML: names are people's own words.
 * @param room width of the chart in pixels: a tooltip as wide would stick out of it
 */
export function tooltipHtml(
  title: string,
  lines: readonly TooltipLine[],
  { color }: ChartTheme,
  room: number,
): string {
  const rows = lines.map(
    ({ name, color: dot, value }) =>
      `<tr><td style="padding:2px 12px 2px 0;color:${color('text-muted')}"><i style="display:inline-block;width:8px;height:8px;` +
      `border-radius:50%;margin-right:7px;background:${dot}"></i>${escapeHtml(name)}</td>` +
      `<td style="text-align:right;vertical-align:top;white-space:nowrap;font-weight:550;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  const head = title ? `<b style="font-weight:600">${escapeHtml(title)}</b>` : '';
  const box = `box-sizing:border-box;max-width:${room}px;padding:10px 12px;white-space:normal;overflow-wrap:anywhere`;
  return `<div style="${box}">${head}<table style="margin-top:4px;border-spacing:0">${rows.join('')}</table></div>`;
}
