import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** A new value renders the content again. */
  resetKey: string
  renderFailure: (error: unknown, reset: () => void) => ReactNode
}

/** Catches errors during rendering that the router's own boundary does not reach. */
export class FailureBoundary extends Component<Props, { error: unknown; isBroken: boolean }> {
  override state = { error: undefined as unknown, isBroken: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, isBroken: true }
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.isBroken) this.reset()
  }

  reset = () => this.setState({ error: undefined, isBroken: false })

  override render() {
    return this.state.isBroken
      ? this.props.renderFailure(this.state.error, this.reset)
      : this.props.children
  }
}
