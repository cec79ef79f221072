// Whether the dialog has been closed since the site was loaded. It opens after each load, but not again for
// a visitor who only comes back to the landing page from another one, so this is kept above the pages.
import { createContext } from 'react';

export const ModalClosedContext = createContext({ current: false });
