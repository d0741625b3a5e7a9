// Is there room for the drawer beside the board? Table and replay ask alike.

import { useEffect, useMemo, useState } from 'preact/hooks';

export function useWide(): boolean {
  const query = useMemo(() => matchMedia('(min-width: 1180px)'), []);
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const change = () => setWide(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return wide;
}
