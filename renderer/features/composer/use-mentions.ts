import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { FilesFound } from '../../../main/contract/mail/attachments.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { useOptions, type OptionList } from '../../components/options.tsx'
import type { Addressee } from '../../entities/draft/addressees.ts'
import { mentionAt, pathMention, withMention } from '../../entities/draft/mentions.ts'
import { ask } from '../../state/connection.ts'
import { keepDraft } from '../../state/view-store.ts'

/** What can be named behind an @. */
export type Mention =
  | { readonly kind: 'agent'; readonly agent: Addressee }
  | { readonly kind: 'file'; readonly path: string }

/** The list under an @, and where the caret stands. */
export interface Mentions {
  readonly list: OptionList<Mention>
  /** What is said of the list beside it; empty: nothing. */
  readonly more: string
  readonly moved: (caret: number) => void
  readonly take: (mention: Mention) => void
}

const nothing: FilesFound = { files: [], count: 0, isPart: false }
/** Most agents that are offered. */
const mostAgents = 8

/** Agents and files of this agent's folder, for what is being typed behind an @. */
export function useMentions(
  agent: AgentView,
  others: readonly Addressee[],
  text: string,
  input: RefObject<HTMLTextAreaElement | null>,
): Mentions {
  const [caret, setCaret] = useState(text.length)
  const isCommand = text.startsWith('/')
  const begun = isCommand
    ? null
    : mentionAt(
        text,
        caret,
        others.map(({ name }) => name),
      )
  const found = useFiles(agent.id, begun === null ? null : begun.words.replace(/^"/, ''))
  const low = begun?.words.toLowerCase() ?? ''
  const agents = others.filter(({ name }) => name.toLowerCase().includes(low)).slice(0, mostAgents)
  const items: readonly Mention[] = [
    ...agents.map((one) => ({ kind: 'agent', agent: one }) as const),
    ...found.files.map((path) => ({ kind: 'file', path }) as const),
  ]
  const list = useOptions(begun === null ? null : `${begun.from} ${begun.words}`, items, 0)
  const caretTo = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caretTo.current === null) return
    input.current?.setSelectionRange(caretTo.current, caretTo.current)
    caretTo.current = null
  }, [text, input])
  const take = (mention: Mention) => {
    if (begun === null) return
    const name = mention.kind === 'agent' ? mention.agent.name : pathMention(mention.path)
    const next = withMention(text, begun, name)
    caretTo.current = next.caret
    setCaret(next.caret)
    keepDraft(agent.id, next.text)
    input.current?.focus()
  }
  return { list, more: moreWords(found), moved: setCaret, take }
}

/** The files that fit; while newer ones are looked for, those before. Null: nobody asks. */
function useFiles(agent: AgentId, words: string | null): FilesFound {
  const [found, setFound] = useState(nothing)
  useEffect(() => {
    if (words === null) return
    let isOld = false
    ask('files.find', { agent, words }).then(
      (files) => isOld || setFound(files),
      () => isOld || setFound(nothing),
    )
    return () => void (isOld = true)
  }, [agent, words])
  return words === null ? nothing : found
}

function moreWords({ files, count, isPart }: FilesFound): string {
  const left = count - files.length
  const more = left > 0 ? `${left.toLocaleString('en')} more files fit: type more of the name.` : ''
  return isPart ? `${more} This folder is larger than is looked through.`.trim() : more
}
