import { Fragment, useContext } from 'react'
import { actorTo } from '../../../main/contract/api/audience.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { PriorityRow, Yields } from '../../components/priority-row.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { isRemoteLink, linkItems } from '../../entities/link/link-acts.ts'
import { agentAuthor, linkModeWords } from '../../entities/link/link-words.ts'
import { ModeChoice } from './mode-choice.tsx'
import { Estimate } from './link-dialogs.tsx'
import { Parties, presentOf, linkTitle } from './parties.ts'
import { PaneButton } from '../../components/pane-button.tsx'
import { UseButton } from '../../entities/budget/use-button.tsx'
import { Pips } from '../../entities/link/pips.tsx'
import { classes } from '../../components/classes.ts'
import css from './link.module.css'

export function LinkHead({ link }: { readonly link: LinkView }) {
  const parties = useContext(Parties)
  const present = presentOf(link, parties)
  const title = linkTitle(link, parties)
  const isClosed = link.closed !== null
  const left = link.budgetGranted - link.budgetUsed
  return (
    <PriorityRow as="header" className={classes('head', css.linkHead)}>
      <span className="inline-row gap-3 no-shrink" data-yield={10}>
        {present.map(({ id, name }) => (
          <Avatar key={id} author={agentAuthor(id)} name={name} />
        ))}
      </span>
      {/* Only then do the names get their own lines. */}
      <h1 className="clip" title={visible(title)} data-name="" data-yield={11} data-yields-to="lines">
        {link.name !== undefined && (
          <>
            <SafeText as="b" text={link.name} /> ·{' '}
          </>
        )}
        {present.map(({ id, name, standing }, at) => (
          <Fragment key={id}>
            {at > 0 && (
              <>
                {' '}
                <span role="img" aria-label="and">
                  ⇄
                </span>{' '}
              </>
            )}
            <span className="clip">
              <Name name={name} />
              {standing !== 'here' && <small className="small muted"> ({standing})</small>}
            </span>
          </Fragment>
        ))}
      </h1>
      <div className="head-facts grow" data-elastic="" data-yield={3}>
        <span className="clip">
          opened by <Name name={actorTo(link.opened, 'user')} />, <At at={link.opened.at} />
        </span>
      </div>
      {!isClosed && (
        <Yields at={5}>{isRemoteLink(link) ? <KeptBy link={link} /> : <ModeChoice link={link} />}</Yields>
      )}
      {link.members.length > 1 && <Pips link={link} />}
      <Yields at={7}>
        <UseButton
          spender={{ of: 'link', id: link.id }}
          spending={link.spending}
          label="Usage of this link"
          counted="Cost of turns it started: "
          capLabel="Limit of this link"
        >
          {left > 0 && !isClosed && present.length > 1 && (
            <div className={classes('small muted', css.counted)}>
              <Estimate members={link.members} mode={link.mode} budget={Math.min(left, 100)} isOpen />
            </div>
          )}
          <p className={classes('small muted', css.counted)}>Counts the turns that this link started.</p>
        </UseButton>
      </Yields>
      <Menu label={`Actions for the link ${visible(title)}`} items={linkItems(link)} isOverflow>
        <Icon name="more" />
      </Menu>
      <Yields at={9}>
        <PaneButton />
      </Yields>
    </PriorityRow>
  )
}

/** Only the owner machine can set the mode. */
function KeptBy({ link: { mode, machines } }: { readonly link: LinkView }) {
  return (
    <span className="muted" data-part="kept-by" title={`${linkModeWords[mode].about}. That is set there.`}>
      {linkModeWords[mode].word}, hosted by <Name name={machines?.home ?? ''} />
    </span>
  )
}
