interface ByPointerProps {
  /** Where things can be dropped: "Drop files here". */
  mouse: string;
  /** Where they are tapped: "Take a photo or choose a file". */
  touch: string;
}

/** Words for how somebody points: with a mouse, or with a finger. */
export const ByPointer = ({ mouse, touch }: ByPointerProps) => (
  <>
    <span className="pp-by-mouse">{mouse}</span>
    <span className="pp-by-touch">{touch}</span>
  </>
);
