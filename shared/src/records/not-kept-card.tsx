import { Card } from '../ui';

/** In the place of what no device keeps, on a page that is read without a network (docs/product/platform.md, Reading offline). */
export function NotKeptCard({ title }: { title: string }) {
  return (
    <Card title={title}>
      <p className="pp-muted">Not kept on this device. It is here when you are back online.</p>
    </Card>
  );
}
