import { Component, type ReactNode } from 'react';
import { RemoteFailure } from './failure';
import { remoteLoader } from './remote-loader';

interface RemoteBoundaryProps {
  remote: string;
  onRetry: () => void;
  /** What stands in its place. */
  broken: (failure: RemoteFailure, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps a page or a card that breaks while it is shown from taking the rest of the app along. One for each route, one for each card. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failure: RemoteFailure | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: RemoteFailure.from('render', error) };
  }

  override componentDidCatch(error: unknown) {
    void remoteLoader.diagnose(this.props.remote, RemoteFailure.from('render', error));
  }

  private readonly retry = () => {
    this.setState({ failure: null });
    this.props.onRetry();
  };

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.broken(failure, this.retry);
  }
}
