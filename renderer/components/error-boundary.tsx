import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface ErrorBoundaryProps {
  /** Defaults to `Broken`. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Shows a fallback if rendering throws, so that one bad text can't take the window down. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { fallback = <Broken />, children } = this.props
    return this.state.failed ? fallback : children
  }
}

function Broken() {
  return (
    <section className="err" data-part="broken" role="alert">
      <h2>
        <Icon name="alert" />
        <span>This part of the window crashed</span>
      </h2>
      <p>This is a bug in Janus. Your agents keep working.</p>
      <p className="err-kept">
        <Icon name="check" />
        <span>Conversations, drafts and queued messages are kept.</span>
      </p>
      <div className="acts">
        <Button variant="primary" onClick={() => location.reload()}>
          Reload the window
        </Button>
      </div>
    </section>
  )
}
