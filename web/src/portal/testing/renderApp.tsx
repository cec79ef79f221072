// The whole portal at one address.
import type { InitialEntry } from 'react-router';
import { AppRoutes } from '@/portal/app/App';
import { renderRoutes } from '@/testing/render';

export const renderApp = (at: InitialEntry) => renderRoutes(<AppRoutes />, at);
