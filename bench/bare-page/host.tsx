import { configureStore } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import { createClient } from '@supabase/supabase-js';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';

/** Exists, as in every app of these libraries, and is asked nothing. */
const client = createClient(location.origin, 'nobody');
const api = createApi({ baseQuery: fakeBaseQuery(), endpoints: () => ({}) });
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (usual) => usual({ thunk: { extraArgument: client } }).concat(api.middleware),
});

const RowsPage = lazy(() => import('bare_remote/page'));
const router = createBrowserRouter([{ path: '*', element: <RowsPage /> }]);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
createRoot(container).render(
  <Provider store={store}>
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>
  </Provider>,
);
