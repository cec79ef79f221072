// Starts the door in the browser.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { paths } from '@/lib/paths';
import { session } from '@/lib/session';
import { Desk } from '@/door/kit/checkIn/desk';
import { openDatabase } from '@/door/kit/storage/database';
import { App } from './app/App';
import { NoAddress } from './app/NoAddress';
import { NoStorage } from './app/NoStorage';
import '@/theme/font.css';
import '@/theme/tokens.css';
import '@/theme/base.css';
import './app/door.css';

// A door that somebody opened in the browser of the portal is another session: leaving one does not end the other.
session.keepUnder('door');

const root = document.getElementById('root');
if (!root) throw new Error('door.html has no #root');
const page = createRoot(root);
if (location.pathname.replace(/\/+$/, '') === paths.door) open();
else page.render(<NoAddress />);

function open() {
  openDatabase().then(
    (database) => {
      // So that a full phone does not throw away what is not sent.
      void navigator.storage?.persist?.();
      page.render(
        <StrictMode>
          <App desk={new Desk(database)} />
        </StrictMode>,
      );
    },
    (error: unknown) => {
      console.error('The storage of the door could not be opened', error);
      page.render(<NoStorage />);
    },
  );
}
