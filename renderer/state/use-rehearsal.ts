import { useState } from 'react'
import { errorWords } from './act.ts'
import { ask } from './connection.ts'
import { toast } from './view-store.ts'

/** Begins the rehearsal beside this app, or in one goes back; goes there where the shell does not. */
export function useRehearsal() {
  const [isOpening, setOpening] = useState(false)
  const begin = async () => {
    setOpening(true)
    try {
      const { address } = await ask('app.rehearse', {})
      if (address === null) setOpening(false)
      else location.assign(address)
    } catch (error) {
      setOpening(false)
      toast(errorWords(error), { isError: true })
    }
  }
  return { isOpening, open: () => void begin() }
}
