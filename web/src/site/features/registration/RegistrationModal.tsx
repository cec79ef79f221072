// The registration form in a dialog that opens automatically once for each load, unless the visitor is already
// registering.
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { keptPasses } from '@/lib/keptPasses';
import { registerAnchor } from '@/lib/paths';
import { ModalClosedContext } from './modalClosed';
import { SaleContext } from '@/lib/sale';
import { useRegistration } from './RegistrationContext';
import { RegistrationForm } from './RegistrationForm';
import styles from './RegistrationModal.module.css';

const opensAfterMs = 4_000;

export function RegistrationModal() {
  const { isUnderWay, bringToFront } = useRegistration();
  const closedRef = use(ModalClosedContext);
  const sale = use(SaleContext);
  const [isOpen, setOpen] = useState(false);
  const { hash } = useLocation();
  const open = useEffectEvent(() => {
    // A link to the section has brought the form into view already; a device with a pass has registered.
    const isBlocked =
      // Not known by now means that no answer comes.
      (sale && sale.registration !== 'open') ||
      closedRef.current ||
      isUnderWay() ||
      keptPasses.get().length > 0 ||
      hash === `#${registerAnchor}`;
    if (isBlocked) return;
    bringToFront('modal');
    setOpen(true);
  });

  useEffect(() => {
    const timer = setTimeout(() => {
      open();
    }, opensAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  if (!isOpen) return null;
  return (
    <ModalDialog
      onClose={() => {
        closedRef.current = true;
        bringToFront('section');
        setOpen(false);
      }}
    />
  );
}

function ModalDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    // A link in the form leads to a part of the page that the dialog would cover.
    if (key !== openedAt.current) dialog.current?.close();
  }, [key]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // Not the first input: on a phone that would bring up the keyboard over a form nobody asked for.
    heading.current?.focus();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="modal-heading"
      onClose={() => {
        if (hasFocusNowhere(dialog.current)) focusPage();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id="modal-heading" ref={heading} tabIndex={-1}>
          Register for the expo
        </h2>
        <button
          type="button"
          className={styles.close}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <RegistrationForm place="modal" />
    </dialog>
  );
}

/** The browser gives the focus back to what had it before the dialog; mostly nothing had. */
function hasFocusNowhere(dialog: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || dialog?.contains(activeElement) === true;
}

/** Otherwise the next Tab would go on from the dialog's own place, which is the end of the page. */
function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
