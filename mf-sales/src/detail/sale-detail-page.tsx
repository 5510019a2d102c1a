import { useParams } from '@paperplane/shared/platform';
import { SaleById } from './sale-by-id';

/** Sale details (docs/product/sales.md, Sale page): sale and history come by two requests at the same time. */
export default function SaleDetailPage() {
  const { id = '' } = useParams();
  return <SaleById id={id} />;
}
