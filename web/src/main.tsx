// Starts the site in the browser: takes over the prerendered page, or fills an empty one or a mere frame.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App';
import './theme/tokens.css';
import './theme/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
if (root.hasChildNodes() && !('frame' in root.dataset)) hydrateRoot(root, app);
else createRoot(root).render(app);
