import AccessibilityComponent from 'highcharts/es-modules/Accessibility/AccessibilityComponent.js';

/** A stub for a part of Highcharts' accessibility module that is about something our charts do not have. */
export default class StubComponent extends AccessibilityComponent {
  /** The part about menus gives charts what the keyboard's part calls with every press outside of them. */
  static compose(Chart) {
    Chart.prototype.hideExportMenu ??= () => undefined;
  }

  getKeyboardNavigation() {
    return [];
  }
}
