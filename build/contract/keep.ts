/** Part of `npm run release:pack`: keeps what the release promises to the remotes that are built against it. */
import { keepReport, reportOfToday } from './parts';

keepReport(reportOfToday());
