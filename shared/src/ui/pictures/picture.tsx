import { useState, type ReactNode } from 'react';

/** An image, or what stands for it while there is none or when it does not load. Decorative. */
export function Picture({ url, fallback }: { url?: string | null; fallback: ReactNode }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!url || broken === url) return fallback;
  return (
    <img
      src={url}
      alt=""
      ref={(image) => {
        const fail = () => setBroken(url);
        image?.addEventListener('error', fail);
        return () => image?.removeEventListener('error', fail);
      }}
    />
  );
}
