// Starts the portal in the browser.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import '@/theme/font.css';
import '@/theme/tokens.css';
import './kit/theme/portal.css';
import '@/theme/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('portal.html has no #root');
// Each screen brings its own, and the first one in the page would count.
document.querySelector('title')?.remove();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
