import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Options, useOptions } from '../../components/options.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { agentAuthor } from '../../entities/link/link-words.ts'
import type { Addressee } from '../../entities/draft/addressees.ts'
import { classes } from '../../components/classes.ts'
import css from './composer.module.css'
import type { RefObject } from 'react'
import type { FilesFound } from '../../../main/contract/mail/attachments.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { pathMention } from '../../entities/draft/mentions.ts'
import { useTypedMention } from '../../entities/draft/use-typed-mention.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { keepDraft } from '../../state/view-store.ts'

export function MentionMenu({
  mentions: { list, more, take },
}: {
  readonly mentions: ReturnType<typeof useMentions>
}) {
  return (
    <>
      <Options list={list} label="Agents and files" keyOf={keyOf} onTake={take}>
        {(mention) =>
          mention.kind === 'agent' ? (
            <AgentOption agent={mention.agent} />
          ) : (
            <FileOption path={mention.path} />
          )
        }
      </Options>
      <span className="vh" role="status">
        {list.isOpen && countWords(list.items, more)}
      </span>
    </>
  )
}

const keyOf = (mention: Mention): string => (mention.kind === 'agent' ? mention.agent.id : mention.path)

function AgentOption({ agent }: { readonly agent: Addressee }) {
  const face = useFace(agentAuthor(agent.id), agent.name)
  return (
    <>
      <span className={classes('no-shrink faint', css.sign)} data-hue={face.hue}>
        <FaceView face={face} size="sm" />
      </span>
      <span className="clip">
        <Name name={agent.name} />
      </span>
      <span className="small muted">also notified</span>
    </>
  )
}

/** Name first: of a long path the folders are truncated. */
function FileOption({ path }: { readonly path: string }) {
  const at = path.lastIndexOf('/')
  return (
    <>
      <span className={classes('no-shrink faint', css.sign)}>
        <Icon name="file" />
      </span>
      <SafeText
        as="span"
        className={classes('clip no-shrink', css.fileName)}
        title={visible(path)}
        text={path.slice(at + 1)}
      />
      <SafeText as="span" className="faint clip" text={path.slice(0, Math.max(0, at))} />
    </>
  )
}

function countWords(items: readonly Mention[], more: string): string {
  const agents = items.filter(({ kind }) => kind === 'agent').length
  const files = items.length - agents
  const parts = [
    ...(agents > 0 ? [agents === 1 ? 'one agent' : `${agents} agents`] : []),
    ...(files > 0 ? [files === 1 ? 'one file' : `${files} files`] : []),
  ]
  return `${parts.join(' and ')}. ${more} Up and down choose, Enter takes, Escape closes.`.replace(
    / {2}/g,
    ' ',
  )
}

export type Mention =
  | { readonly kind: 'agent'; readonly agent: Addressee }
  | { readonly kind: 'file'; readonly path: string }

const nothing: FilesFound = { files: [], count: 0, isPart: false }
const mostAgents = 8

/**
 * Finds agents and files that match the text after an @. `more`: a note beside the list. `moved`: call it
 * with the caret's position.
 */
export function useMentions(
  agent: AgentView,
  others: readonly Addressee[],
  text: string,
  input: RefObject<HTMLTextAreaElement | null>,
) {
  const names = others.map(({ name }) => name)
  const write = (words: string) => keepDraft(agent.id, words)
  const typed = useTypedMention({ text, write, input, names })
  const begun = text.startsWith('/') ? null : typed.begun
  const found = useFiles(agent.id, begun === null ? null : begun.words.replace(/^"/, ''))
  const low = begun?.words.toLowerCase() ?? ''
  const agents = others.filter(({ name }) => name.toLowerCase().includes(low)).slice(0, mostAgents)
  const items: readonly Mention[] = [
    ...agents.map((one) => ({ kind: 'agent', agent: one }) as const),
    ...found.files.map((path) => ({ kind: 'file', path }) as const),
  ]
  const list = useOptions(begun === null ? null : `${begun.from} ${begun.words}`, items, 0)
  const take = (mention: Mention) =>
    typed.take(mention.kind === 'agent' ? mention.agent.name : pathMention(mention.path))
  return { list, more: moreWords(found), moved: typed.moved, take }
}

/** Keeps the last result while a newer search runs. `words`: null when there is nothing to search for. */
function useFiles(agent: AgentId, words: string | null): FilesFound {
  const { answer } = useAnswer('files.find', words === null ? null : { agent, words })
  return (words === null ? null : answer) ?? nothing
}

function moreWords({ files, count, isPart }: FilesFound): string {
  const left = count - files.length
  const more = left > 0 ? `${left.toLocaleString('en')} more files match: type more of the name.` : ''
  return isPart ? `${more} Not all files of this large folder are listed.`.trim() : more
}
