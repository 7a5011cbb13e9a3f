import { useEffect, useState } from 'react'
import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import { ask } from '../../state/connection.ts'

/** Most pictures of which the window remembers the bytes. */
const most = 60

/** By the path of the copy, oldest first. */
const known = new Map<string, Promise<string | null>>()

/** A kept picture as an address that is in itself whole; null: it is gone. */
function load(path: string): Promise<string | null> {
  const before = known.get(path)
  if (before) return before
  const loaded = ask('attachments.show', { path }).then(
    ({ type, data }) => `data:${type};base64,${data}`,
    () => {
      // What could not be reached is asked for again.
      known.delete(path)
      return null
    },
  )
  known.set(path, loaded)
  const [oldest] = known.keys()
  if (known.size > most && oldest !== undefined) known.delete(oldest)
  return loaded
}

/** How far a picture is: on its way, there by its address, or gone. */
export type Loaded = { readonly is: 'loading' | 'gone' } | { readonly is: 'there'; readonly url: string }

/** The picture of an attachment. Nothing is ever loaded from elsewhere. */
export function usePicture({ path }: Pick<Attachment, 'path'>): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' })
  useEffect(() => {
    let left = false
    void load(path).then((url) => {
      if (!left) setLoaded(url === null ? { is: 'gone' } : { is: 'there', url })
    })
    return () => void (left = true)
  }, [path])
  return loaded
}
