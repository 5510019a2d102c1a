import AccessibilityComponent from 'highcharts/es-modules/Accessibility/AccessibilityComponent.js';

/** Stands in for a part of Highcharts' accessibility module that is about something our charts do not have. */
export default class LeftOut extends AccessibilityComponent {
  static compose() {}

  getKeyboardNavigation() {
    return [];
  }
}
