/** The outermost error boundary: also shows failures outside of routes, instead of an empty page. */
import { Component, type ReactNode } from "react";
import { PageCrashed } from "./PageCrashed.tsx";

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

interface CrashBoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
}

export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    return this.state.failure === undefined ? this.props.children : <PageCrashed error={this.state.failure.error} />;
  }
}
