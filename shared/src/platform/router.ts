/** The router symbols pages may use: one router instance for shell and remotes. */
export {
  Link,
  Navigate,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export { queryValues, useQueryState } from './use-query-state';
