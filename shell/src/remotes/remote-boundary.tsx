import { Component, type ReactNode } from 'react';
import { RemoteFailure } from './failure';
import { remoteLoader } from './remote-loader';
import { RemoteUnavailable } from './remote-unavailable';

interface RemoteBoundaryProps {
  remote: string;
  onRetry: () => void;
  children: ReactNode;
}

/** Keeps a page that breaks while it is shown from taking the rest of the app along. One for each route. */
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
    return <RemoteUnavailable remote={this.props.remote} failure={failure} onRetry={this.retry} />;
  }
}
