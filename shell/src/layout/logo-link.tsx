import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { Link, paths, useNavigate } from '@paperplane/shared/platform';
import { PaperplaneLogo, type PaperplaneLogoProps } from '@paperplane/shared/ui';

/** One turn of the plane, in milliseconds. */
const SPIN = 800;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * The logo as a way home: a click turns the plane for 800 ms, then goes to `/`. Without animation, and
 * for whoever asked the system for less motion, it goes at once.
 */
export function LogoLink({
  animate = true,
  ...logo
}: { animate?: boolean } & Omit<PaperplaneLogoProps, 'spin'>) {
  const navigate = useNavigate();
  const [spinning, setSpinning] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function onClick(event: MouseEvent) {
    if (!animate || !isPlainClick(event) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    if (spinning) return;
    setSpinning(true);
    timer.current = setTimeout(() => {
      setSpinning(false);
      void navigate(paths.home.href());
    }, SPIN);
  }

  return (
    <Link to={paths.home.href()} className="shell-home" aria-label="Paperplane home" onClick={onClick}>
      <PaperplaneLogo {...logo} spin={spinning} />
    </Link>
  );
}
