// Keeps a fault on its own screen, with the menu still there to go on with.
import { Component, type ReactNode } from 'react';
import { Failed } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';

interface State {
  hasFailed: boolean;
  error?: unknown;
}

export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, error };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <PortalPage title="This page did not load">
        <Failed
          text="Please load it again. If a newer version of the portal has been put online meanwhile, that is all it needs."
          error={this.state.error}
          retry={() => {
            location.reload();
          }}
        />
      </PortalPage>
    );
  }
}
