import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { useDragToPane } from '../../components/drag-to-pane.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { setSide, showLink } from '../../state/view-store.ts'
import { crossingHelp, linkModeWords, linkNames, standingWord } from './link-words.ts'
import { openLinksOf } from '../../state/selectors.ts'
import css from './link.module.css'
import { classes } from '../../components/classes.ts'

function LinkChip({ link }: { readonly link: LinkView }) {
  const names = useMirror((now) => linkNames(link, now.agents))
  const word = standingWord(link)
  const why = link.pauseReason === 'gathering' ? ' while a member sits in a gathering' : ''
  const help = link.pauseReason === null ? linkModeWords[link.mode].about : crossingHelp
  const about = `Link ${visible(names)}, ${word.toLowerCase()}${why}, ${link.budgetUsed} of ${link.budgetGranted} messages used`
  return (
    <button
      type="button"
      className={classes('chip', css.linkChip, link.pauseReason !== null && css.rests)}
      data-help={`${about}. ${help}`}
      aria-label={about}
      onClick={() => showLink(link.id)}
      {...useDragToPane({ kind: 'link', id: link.id })}
    >
      <Icon name="link" />
      <SafeText as="span" className="clip" data-yield={5} text={names} />{' '}
      {word !== linkModeWords.answers.word && (
        <span className={css.mode} data-yield={3}>
          {word}
        </span>
      )}
    </button>
  )
}

/** Links shown in the header; the side panel lists all. */
const most = 1

/** The agent's most recent links, and the number of others. */
export function LinkChips({ agent }: { readonly agent: AgentId }) {
  const links = useMirrorList((now) => openLinksOf(now.links, agent))
  const rest = links.length - most
  return (
    <>
      {links.slice(-most).map((link) => (
        <LinkChip key={link.id} link={link} />
      ))}
      {rest > 0 && (
        <button
          type="button"
          className="chip num"
          aria-label={`+${rest} ${rest === 1 ? 'link' : 'links'}, at the side`}
          title={`${rest} more ${rest === 1 ? 'link' : 'links'}`}
          onClick={() => setSide('open')}
        >
          +{rest}
        </button>
      )}
    </>
  )
}
