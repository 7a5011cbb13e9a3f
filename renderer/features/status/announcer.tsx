import { useEffect } from 'react'
import { say } from '../../components/voice.ts'
import { mirror } from '../../state/store.ts'
import { boundariesBetween } from './boundaries.ts'

/** Tells those who listen of boundaries, and of nothing else. */
export function Announcer() {
  useEffect(() => mirror.subscribe((now, before) => say(boundariesBetween(before, now).join('. '))), [])
  return null
}
