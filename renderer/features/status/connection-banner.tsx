import { Icon } from '../../components/icon.tsx'
import { useMirror } from '../../store.ts'

/** Says when the window no longer hears Janus. What is written meanwhile stays. */
export function ConnectionBanner() {
  const connection = useMirror((now) => now.connection)
  if (connection === 'open' || connection === 'connecting') return null
  const words =
    connection === 'lost'
      ? 'Connection lost, trying again. You see how it stood then; what you write is kept.'
      : 'This window is no longer signed in. Open the address that Janus printed when it started; what you write is kept.'
  return (
    <p className="lost" role="status">
      <Icon name="alert" />
      <span>{words}</span>
    </p>
  )
}
