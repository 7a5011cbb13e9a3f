import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Options } from '../../components/options.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { authorOf } from '../../entities/link/link-words.ts'
import type { Addressee } from '../../entities/draft/addressees.ts'
import css from './composer.module.css'
import type { Mention, Mentions } from './use-mentions.ts'

/** Agents and files that can be named. */
export function MentionMenu({ mentions: { list, more, take } }: { readonly mentions: Mentions }) {
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
  const face = useFace(authorOf(agent.id), agent.name)
  return (
    <>
      <span className={css.sign} data-hue={face.hue}>
        <FaceView face={face} size="sm" />
      </span>
      <span className="clip">
        <Name name={agent.name} />
      </span>
      <span className={css.about}>is written to as well</span>
    </>
  )
}

/** The name first: of a long path the folders are what is cut. */
function FileOption({ path }: { readonly path: string }) {
  const at = path.lastIndexOf('/')
  return (
    <>
      <span className={css.sign}>
        <Icon name="file" />
      </span>
      <span className={css.fileName} title={visible(path)}>
        <SafeText text={path.slice(at + 1)} />
      </span>
      <span className="faint clip">
        <SafeText text={path.slice(0, Math.max(0, at))} />
      </span>
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
