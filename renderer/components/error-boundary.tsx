import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface ErrorBoundaryProps {
  /** `Broken` where nothing is said. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Shows something else where drawing failed, so that one bad text never takes the window down. */
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

/** What stands where a part of the window could not be drawn. */
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
