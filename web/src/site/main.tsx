// Starts the site in the browser: takes over the prerendered page, or fills an empty one or a mere frame.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadedPath } from '@/lib/loadedPath';
import { App, fetchFramedPage } from '@/site/app/App';
import '@/theme/font.css';
import '@/theme/tokens.css';
import '@/theme/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
const isFrame = 'frame' in root.dataset;
// Back and Forward may have led to another address meanwhile, whose page this HTML is not.
const isOfAddress = loadedPath() === location.pathname;
if (root.hasChildNodes() && !isFrame && isOfAddress) hydrateRoot(root, app);
else {
  const fill = () => {
    // A frame's: each page brings its own, and the first one in the page would count.
    document.querySelector('title')?.remove();
    createRoot(root).render(app);
  };
  // The frame stays until its page can take its place at once.
  if (isFrame) void fetchFramedPage().then(fill);
  else fill();
}
