import { useEffect } from 'react'
import { Icon } from '../../components/icon.tsx'
import { sayOverDialog } from '../../components/voice.ts'
import type { Connection } from '../../state/mirror.ts'
import { useMirror } from '../../state/store.ts'
import css from './status.module.css'

/** Says when the window no longer hears Janus. What is written meanwhile stays. */
export function ConnectionBanner() {
  const words = useMirror((now) => wordsOf(now.connection))
  useEffect(() => sayOverDialog(words), [words])
  if (words === '') return null
  return (
    <p className={css.lost} data-part="connection" role="status">
      <Icon name="alert" />
      <span>{words}</span>
    </p>
  )
}

function wordsOf(connection: Connection): string {
  switch (connection) {
    case 'open':
    case 'connecting':
      return ''
    case 'lost':
      return 'Connection lost, trying again. You see how it stood then; what you write is kept.'
    case 'signedOut':
      return 'This window is no longer signed in. Reload it, then open the address that Janus prints in its terminal; what you write is kept.'
  }
}
