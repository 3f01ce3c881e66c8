import { Component, type ReactNode } from 'react'

/** Leaves out what could not be loaded: nobody is kept from signing in by what stands beside the form. */
export class OptionalPart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
