import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { useContext, useEffect, useMemo, useRef, useState, type RefObject, Fragment } from 'react'
import type { CrossingId, LinkId } from '../../../main/contract/links/links.ts'
import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import { userKey } from '../../../main/contract/mail/authors.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { isRemoteLink, sayPurpose, linkItems } from '../../entities/link/link-acts.ts'
import { useShown } from '../../state/use-shown.ts'
import type { Log } from '../../state/logs.ts'
import { Pane } from '../../components/pane.tsx'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { Timeline } from '../../entities/log/timeline.tsx'
import { readOlder, useLog, useMirror } from '../../state/store.ts'
import { requestRow, useView, leave } from '../../state/view-store.ts'
import { LinkAwaySummary, useAway } from './away-summary.tsx'
import { FactsLine } from './facts-line.tsx'
import { LinkComposer } from './link-composer.tsx'
import { RoomComposer } from './room-composer.tsx'
import { LinkLog } from './link-log.tsx'
import { Parties, linkTitle, useKnownParties, presentOf } from './parties.ts'
import { linkRows, useUserWords } from './rows.ts'
import { linkModeWords, listed, memberName, agentAuthor } from '../../entities/link/link-words.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { ask } from '../../state/connection.ts'
import css from './link.module.css'
import crossingCss from './crossing.module.css'
import { actorTo } from '../../../main/contract/api/audience.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { PriorityRow, Yields } from '../../components/priority-row.tsx'
import { At } from '../../components/time.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { Estimate } from './link-dialogs.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { UseButton } from '../../entities/budget/use-button.tsx'
import { Pips } from '../../entities/link/pips.tsx'

const nothing: readonly CrossingView[] = []
/** How long a row stays highlighted after a jump; ms. */
const markedMs = 2_400

export function LinkPane({ link }: { readonly link: LinkView }) {
  const parties = useKnownParties(link)
  return (
    <Parties value={parties}>
      <Pane className={css.linkPane} label={`Link ${visible(linkTitle(link, parties))}`}>
        <LinkHead link={link} />
        <PurposeLine link={link} />
        <ModeLine link={link} />
        <ErrorBoundary>
          <Crossings link={link} />
        </ErrorBoundary>
      </Pane>
    </Parties>
  )
}

function Crossings({ link }: { readonly link: LinkView }) {
  const held = useLog('link', link.id)
  const phase = held?.phase
  const items = held?.rows ?? nothing
  const isWhole = phase === 'ready' && held?.older === null
  const { away, missed, since } = useMissed(link.id, held)
  const { opened } = link
  const parties = useContext(Parties)
  const earliest = items[0]?.at ?? Infinity
  const words = useUserWords(link, isWhole ? Math.min(opened.at, earliest) : (items[0]?.at ?? null))
  const rows = useMemo(() => {
    const members = parties.map(({ id }) => id)
    return linkRows({ link: { members, opened }, items, words, isWhole, since })
  }, [parties, opened, items, words, isWhole, since])
  const first = Math.min(earliest, words[0]?.at ?? Infinity)
  const last = Math.max(items.at(-1)?.at ?? 0, words.at(-1)?.at ?? 0)
  const stick = useStickToEnd(first, last)
  const { scroller, toEnd, letGo } = stick
  useLeadTo(since, scroller, letGo)
  useAim(link.id, held, scroller, letGo)
  const [dismissed, dismiss] = useState<number | null>(null)
  return (
    <>
      {since !== null && away && dismissed !== since && (
        <LinkAwaySummary
          away={away}
          items={missed}
          isWhole={isWhole || (items[0]?.at ?? 0) <= since}
          onJump={(id) => jump(scroller.current, id, letGo)}
          onDismiss={() => dismiss(since)}
        />
      )}
      <Timeline
        channel={{ kind: 'link', id: link.id }}
        log={held}
        stick={stick}
        label={`What crossed between ${visible(linkTitle(link, parties))}`}
        failed="The messages could not be read."
        column={crossingCss.linkCol}
      >
        <LinkLog link={link} rows={rows} isEmpty={phase === 'ready' && items.length === 0} />
      </Timeline>
      <div className="dock" data-part="dock">
        <div className={crossingCss.linkCol}>
          <FactsLine link={link} held={held} />
          {link.closed === null &&
            (link.mode === 'mentions' ? (
              <RoomComposer link={link} onSent={toEnd} />
            ) : (
              <LinkComposer link={link} onSent={toEnd} />
            ))}
        </div>
      </div>
    </>
  )
}

/**
 * What crossed while the user was away from this link. `since`: where they left off, if something was missed.
 */
function useMissed(link: LinkId, held: Log<CrossingView> | undefined) {
  const away = useAway(link, held?.phase === 'ready')
  const items = held?.rows ?? nothing
  const missed = useMemo(
    () =>
      away
        ? items.filter(({ from, at }) => from !== userKey && at > away.since && at <= away.until)
        : nothing,
    [away, items],
  )
  return { away, missed, since: missed.length > 0 ? (away?.since ?? null) : null }
}

/** Scrolls to where the user left off, once per absence. */
function useLeadTo(since: number | null, scroller: RefObject<HTMLElement | null>, letGo: () => void) {
  const led = useRef<number | null>(null)
  useEffect(() => {
    if (since === null || led.current === since) return
    led.current = since
    const line = scroller.current?.querySelector('[data-part=unread]')
    if (!line) return
    letGo()
    line.scrollIntoView({ block: 'center' })
  }, [since, scroller, letGo])
}

/** Scrolls to a row that another part of the window asked for; loads older pages until it is there. */
function useAim(
  link: LinkId,
  held: Log<CrossingView> | undefined,
  scroller: RefObject<HTMLElement | null>,
  letGo: () => void,
) {
  const n = useView(({ aim }) => (aim?.kind === 'link' && aim.id === link ? aim.n : null))
  useEffect(() => {
    if (n === null || held?.phase !== 'ready') return
    const row = held.rows.find((one) => one.n === n)
    if (!row && held.older !== null) return void readOlder({ kind: 'link', id: link })
    requestRow(null)
    if (row) jump(scroller.current, row.id, letGo)
  }, [n, held, link, scroller, letGo])
}

function jump(scroller: HTMLElement | null, id: CrossingId, letGo: () => void) {
  const row = scroller?.querySelector<HTMLElement>(`[data-crossing="${id}"]`)
  if (!row) return
  letGo()
  row.scrollIntoView({ block: 'center' })
  row.focus({ preventScroll: true })
  row.dataset['found'] = ''
  setTimeout(() => delete row.dataset['found'], markedMs)
}

function PurposeLine({ link }: { readonly link: LinkView }) {
  const { purpose, closed } = link
  if (purpose === null) return null
  return (
    <p className={classes('row baseline gap-3 muted', css.line)} aria-label="Purpose of the link">
      <span className="grow break-anywhere">
        <SafeText text={purpose.text} />{' '}
        <span className="faint">
          (<Name name={purpose.name} />)
        </span>
      </span>
      {closed === null && !isRemoteLink(link) && (
        <Button variant="ghost" onClick={() => sayPurpose(link)}>
          Change
        </Button>
      )}
    </p>
  )
}

/** Explains the mode. While the link rests, the standing row explains that instead. */
function ModeLine({ link }: { readonly link: LinkView }) {
  if (link.closed !== null || (link.pauseReason !== null && link.mode !== 'paused')) return null
  const more =
    link.mode === 'paused'
      ? ''
      : link.mode === 'mentions'
        ? ` Pauses after ${link.budgetGranted} messages of agents; write to resume.`
        : ` Pauses after ${link.budgetGranted} messages; write to a member to resume.`
  return (
    <p className={classes('small faint', css.line)} data-part="mode-line">
      {linkModeWords[link.mode].about}.{more} <Muted link={link} />
    </p>
  )
}

function Muted({ link }: { readonly link: LinkView }) {
  const names = useMirror((now) => listed(link.mutedMembers.map((id) => memberName(id, now.agents, link))))
  if (names === '' || link.mode === 'absorb' || link.mode === 'paused') return null
  return (
    <>
      <SafeText text={names} /> {link.mutedMembers.length === 1 ? 'is' : 'are'} muted: no message starts a
      turn there.
    </>
  )
}

/** A link that main no longer sends is looked up among the closed ones. */
export function useShownLink(id: LinkId | null): LinkView | null {
  const told = useMirror((now) => (id === null ? undefined : now.links[id]))
  return useShown(id, told, pastLink, leaveLink)
}

const leaveLink = (id: LinkId) => leave({ kind: 'link', id })

/** Pages of closed links searched for an old one. */
const mostPages = 20

async function pastLink(id: LinkId): Promise<LinkView | null> {
  let cursor: number | null = 0
  for (let page = 0; page < mostPages && cursor !== null; page += 1) {
    const found: Page<LinkView> = await ask('links.list', {
      state: 'all',
      limit: 100,
      ...(cursor > 0 ? { cursor } : {}),
    })
    const past = found.items.find((one) => one.id === id)
    if (past) return past
    cursor = found.next
  }
  return null
}

function LinkHead({ link }: { readonly link: LinkView }) {
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
