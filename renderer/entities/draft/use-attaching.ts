import { useCallback, useEffect, useState } from 'react'
import { attachmentLimits, type Attachment } from '../../../main/contract/mail/attachments.ts'
import { takeFiles } from '../../components/file-drop.ts'
import { errorWords } from '../../state/act.ts'
import type { DraftFor } from '../../state/drafts.ts'
import { attach, draftOf, useView, view } from '../../state/view-store.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { ask } from '../../state/connection.ts'

export interface Attaching {
  readonly attachments: readonly Attachment[]
  /** Files being uploaded. */
  readonly coming: number
  /** Why something was not attached; empty if nothing is wrong. */
  readonly trouble: string
  /** What has just happened, for screen readers. */
  readonly news: string
  readonly add: (files: readonly File[]) => void
  readonly remove: (one: Attachment) => void
}

/** While mounted, files dropped or pasted into the window go to this draft. */
export function useAttaching(of: DraftFor): Attaching {
  const { attachments } = useView((now) => draftOf(now, of))
  const [coming, setComing] = useState(0)
  const [trouble, setTrouble] = useState('')
  const [news, setNews] = useState('')
  const add = useCallback(
    (files: readonly File[]) => {
      setTrouble('')
      setComing((count) => count + files.length)
      void bringAll(of, files).then(({ brought, problems }) => {
        setComing((count) => count - files.length)
        setTrouble(problems.join(' '))
        setNews(brought.length === 0 ? '' : `Attached: ${brought.map(({ name }) => name).join(', ')}.`)
      })
    },
    [of],
  )
  useEffect(() => takeFiles(add), [add])
  const remove = ({ path, name }: Attachment) => {
    attach(
      of,
      attachments.filter((one) => one.path !== path),
    )
    setTrouble('')
    setNews(`Removed: ${name}.`)
  }
  return { attachments, coming, trouble, news, add, remove }
}

/** One after the other, so that they keep their order. */
async function bringAll(of: DraftFor, files: readonly File[]) {
  const brought: Attachment[] = []
  const problems: string[] = []
  for (const file of files) {
    try {
      const one = await bringFile(file)
      const { attachments: before } = draftOf(view.getState(), of)
      if (before.some(({ path }) => path === one.path)) continue
      if (before.length >= attachmentLimits.count)
        throw new Error(`A message takes ${attachmentLimits.count} attachments.`)
      attach(of, [...before, one])
      brought.push(one)
    } catch (error) {
      problems.push(errorWords(error))
    }
  }
  return { brought, problems: [...new Set(problems)] }
}

/**
 * Sends a file to main: by its path if the window knows it, else its bytes. Rejects with a message for the
 * user.
 */
export async function bringFile(file: File): Promise<Attachment> {
  const path = window.janus?.pathOf?.(file) ?? ''
  if (path !== '') return ask('attachments.take', { path })
  const name = file.name === '' ? 'file' : file.name
  const { bytes: most } = attachmentLimits
  if (file.size > most)
    throw refusal(
      `${name} has ${sizeWords(file.size)}. A browser attaches a copy, of ${sizeWords(most)} at most: write its path instead.`,
    )
  return ask('attachments.keep', { name, data: await base64Of(file) })
}

const refusal = (message: string) => new RefusedError({ code: 'too_large', message })

/** Rejects for a folder, which browsers can't read. */
async function base64Of(file: File): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    throw refusal(`${file.name} cannot be read. A browser cannot attach a folder: write its path instead.`)
  }
  let binary = ''
  const step = 0x8000
  for (let at = 0; at < bytes.length; at += step)
    binary += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(binary)
}
