import { Outlet } from 'react-router-dom';
import './layout.css';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';

/** What surrounds every signed-in page. Each page brings its own `<main id="main" className="pp-page">`. */
export default function Layout() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <Outlet />
    </>
  );
}
