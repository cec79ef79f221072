// Keeps a fault on its own page: the person sees what to do next, and the rest of the site goes on.
import { Component, type ReactNode } from 'react';
import { event } from '@/content/event';
import { texts } from '@/content/texts';
import { referenceOf } from '@/lib/api/client';
import { paths } from '@/lib/paths';
import { LoadAgain } from './LoadAgain';
import { Page } from './Page';
import { Reference } from './Reference';
import styles from './ErrorBoundary.module.css';

interface State {
  hasFailed: boolean;
  reference?: string | undefined;
}

interface Props {
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, State> {
  constructor(props: Props) {
    super(props);
    this.state = { hasFailed: false };
  }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, reference: referenceOf(error) };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Page title="Something went wrong" isNarrow>
        <div className={styles.body} role="alert">
          <h1>This page did not load</h1>
          <p>
            Please load it again. If that does not help, write to{' '}
            <a href={`mailto:${event.contact.email}`} translate="no">
              {event.contact.email}
            </a>
            . A payment you have made is safe: the pass also comes by email.
          </p>
          <Reference id={this.state.reference} />
          <div className={styles.actions}>
            <LoadAgain />
            {/* A plain link: it starts the site afresh, whatever state the fault left behind. */}
            <a href={paths.home}>{texts.backToHome}</a>
          </div>
        </div>
      </Page>
    );
  }
}
