import type { ReactNode } from 'react'
import { usualBudget } from '../../../main/contract/api/limits.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { act } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import { shortUse, useAmounts } from '../../entities/budget/use-amounts.ts'
import {
  confirmCloseLink,
  extendLink,
  isRemoteLink,
  joinLink,
  openAgain,
} from '../../entities/link/link-acts.ts'
import { knownLink } from '../../entities/link/link-memory.ts'
import { listed, memberName, linkModeWords, resumeWords, loopWords } from '../../entities/link/link-words.ts'
import { mirror } from '../../state/store.ts'
import { useMoney } from '../../state/money.ts'
import { classes } from '../../components/classes.ts'
import css from './crossing.module.css'

/** Why nothing crosses now, and how to change that; renders nothing while the link is open. */
export function StandingRow({ link }: { readonly link: LinkView }) {
  if (link.closed !== null) return <ClosedRow link={link} closed={link.closed} />
  if (link.rests === 'off') return <OffRow link={link} />
  if (link.mode === 'paused') return <PausedRow link={link} />
  if (link.rests === 'gathering') return <SitsRow />
  if (link.rests === 'asked') return <AskedRow link={link} />
  if (link.rests === 'cap') return <CapRow link={link} />
  if (link.rests !== null) return <RestsRow link={link} why={link.rests} />
  return null
}

const Box = ({ children }: { readonly children: ReactNode }) => (
  <section className={classes('stack muted', css.linkStands)} aria-label="How the link stands">
    {children}
  </section>
)

function RestsRow({ link, why }: { readonly link: LinkView; readonly why: 'budget' | 'loop' }) {
  const money = useMoney()
  const isRemote = isRemoteLink(link)
  const cost = money && !isRemote ? ` (${money(link.costUsd)})` : ''
  const words =
    why === 'budget'
      ? `${link.budgetUsed} of ${link.budgetGranted} messages used${cost}. ${resumeWords(link)}`
      : loopWords(link)
  return (
    <Box>
      <p>
        <b>{why === 'budget' ? 'Limit reached.' : 'On hold.'}</b> {words} {keptWords(link.kept)}
      </p>
      <div className="acts">
        {!isRemote && (
          <Button onClick={() => extendLink(link)}>
            {why === 'budget'
              ? `Extend by ${usualBudget} messages`
              : `Resume: ${linkModeWords[link.mode].word.toLowerCase()}`}
          </Button>
        )}
        <Button variant="ghost" onClick={() => confirmCloseLink(link)}>
          Close link
        </Button>
      </div>
    </Box>
  )
}

/** The turns that the link caused have reached its cost limit. */
function CapRow({ link }: { readonly link: LinkView }) {
  const { used, cap } = useAmounts()
  const [first, rest] = shortUse(used(link.spending))
  return (
    <Box>
      <p>
        <b>Limit reached.</b> This link has used <span className="num">{first}</span>
        {rest !== '' && ` (${rest.slice(2)})`}; its limit is {cap(link.spending.cap)}. {keptWords(link.kept)}
      </p>
      <div className="acts">
        <RaiseLimit spender={{ of: 'link', id: link.id }} by={link.spending.raiseBy} />
        <Button variant="ghost" onClick={() => confirmCloseLink(link)}>
          Close link
        </Button>
      </div>
    </Box>
  )
}

/** A user here or on a member's machine has not yet approved that their agents take part. */
function AskedRow({ link }: { readonly link: LinkView }) {
  const { agents } = mirror.getState()
  const { home = null, asked = [] } = link.machines ?? {}
  const namesOf = (ids: readonly AgentId[]) => listed(ids.map((id) => memberName(id, agents, link)))
  const whose = namesOf(asked)
  const others = namesOf(link.members.filter((id) => !asked.includes(id)))
  if (home === null)
    return (
      <Box>
        <p>
          <b>Not joined yet.</b> The user of <Name name={whose} /> has not agreed.{' '}
          {keptAnd(link.kept, yesWords)}
        </p>
      </Box>
    )
  return (
    <Box>
      <p>
        <b>
          <Name name={link.opened.name} /> wants to link <Name name={others} /> with <Name name={whose} />.
        </b>{' '}
        If you join, the final message of each turn of <Name name={whose} /> goes to <Name name={home} />, and
        the others’ come to <Name name={whose} />. Nothing leaves this machine until you do.
      </p>
      <div className="acts">
        <Button variant="primary" onClick={() => joinLink(link)}>
          Join
        </Button>
        <Button variant="ghost" onClick={() => void act('links.close', { id: link.id })}>
          Decline
        </Button>
      </div>
    </Box>
  )
}

function SitsRow() {
  return (
    <Box>
      <p>
        <b>On hold.</b> A member is in a gathering; the link resumes when that closes.
      </p>
    </Box>
  )
}

function OffRow({ link }: { readonly link: LinkView }) {
  return (
    <Box>
      <p>
        <b>Links are off.</b> You turned all of them off; none was closed. {keptAnd(link.kept, onWords)}
      </p>
      <div className="acts">
        <Button onClick={() => void act('settings.change', { links: true })}>Turn links on</Button>
      </div>
    </Box>
  )
}

function PausedRow({ link }: { readonly link: LinkView }) {
  const { mode } = knownLink(link.id)
  return (
    <Box>
      <p>
        <b>Paused.</b> Messages are held until the link resumes. {keptWords(link.kept)}
      </p>
      <div className="acts">
        {!isRemoteLink(link) && (
          <Button
            data-help={linkModeWords[mode].about}
            onClick={() => void act('links.change', { id: link.id, mode })}
          >
            Resume: {linkModeWords[mode].word.toLowerCase()}
          </Button>
        )}
        <Button variant="ghost" onClick={() => confirmCloseLink(link)}>
          Close link
        </Button>
      </div>
    </Box>
  )
}

const keptWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 message is held.' : `${count} messages are held.`

/** What releases the held crossings, by their number. */
type LetsGo = (count: number) => string

const yesWords: LetsGo = (count) => `${count === 1 ? 'it is' : 'they are'} sent once they agree.`
const onWords: LetsGo = (count) => `${count === 1 ? 'it is' : 'they are'} sent once links are on.`

const keptAnd = (count: number, letsGo: LetsGo): string =>
  count === 0 ? '' : `${keptWords(count).slice(0, -1)}; ${letsGo(count)}`

interface ClosedRowProps {
  readonly link: LinkView
  readonly closed: NonNullable<LinkView['closed']>
}

function ClosedRow({ link, closed }: ClosedRowProps) {
  return (
    <Box>
      <p>
        <b>
          Closed by <Name name={closed.name} />, <At at={closed.at} />.
        </b>{' '}
        <SafeText text={/[^.!?]$/.test(closed.why) ? `${closed.why}.` : closed.why} />
      </p>
      {link.members.length > 1 && !isRemoteLink(link) && (
        <div className="acts">
          <Button onClick={() => void openAgain(link)}>Reopen</Button>
        </div>
      )}
    </Box>
  )
}
