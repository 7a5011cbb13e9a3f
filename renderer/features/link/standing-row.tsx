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
  if (link.pauseReason === 'off') return <OffRow link={link} />
  if (link.mode === 'paused') return <PausedRow link={link} />
  if (link.pauseReason === 'gathering') return <SitsRow />
  if (link.pauseReason === 'asked') return <AskedRow link={link} />
  if (link.pauseReason === 'cap') return <CapRow link={link} />
  if (link.pauseReason !== null) return <RestsRow link={link} why={link.pauseReason} />
  return null
}

interface BoxProps {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly acts?: ReactNode
}

const Box = ({ title, children, acts }: BoxProps) => (
  <section className={classes('stack muted', css.linkStands)} aria-label="How the link stands">
    <p>
      <b>{title}</b> {children}
    </p>
    {acts && <div className="acts">{acts}</div>}
  </section>
)

const CloseButton = ({ link }: { readonly link: LinkView }) => (
  <Button variant="ghost" onClick={() => confirmCloseLink(link)}>
    Close link
  </Button>
)

function RestsRow({ link, why }: { readonly link: LinkView; readonly why: 'budget' | 'loop' }) {
  const money = useMoney()
  const isRemote = isRemoteLink(link)
  const cost = money && !isRemote ? ` (${money(link.costUsd)})` : ''
  const words =
    why === 'budget'
      ? `${link.budgetUsed} of ${link.budgetGranted} messages used${cost}. ${resumeWords(link)}`
      : loopWords(link)
  const acts = (
    <>
      {!isRemote && (
        <Button onClick={() => extendLink(link)}>
          {why === 'budget'
            ? `Extend by ${usualBudget} messages`
            : `Resume: ${linkModeWords[link.mode].word.toLowerCase()}`}
        </Button>
      )}
      <CloseButton link={link} />
    </>
  )
  return (
    <Box title={why === 'budget' ? 'Limit reached.' : 'On hold.'} acts={acts}>
      {words} {keptWords(link.kept)}
    </Box>
  )
}

/** The turns that the link caused have reached its cost limit. */
function CapRow({ link }: { readonly link: LinkView }) {
  const { used, cap } = useAmounts()
  const [first, rest] = shortUse(used(link.spending))
  const acts = (
    <>
      <RaiseLimit spender={{ of: 'link', id: link.id }} by={link.spending.raiseBy} />
      <CloseButton link={link} />
    </>
  )
  return (
    <Box title="Limit reached." acts={acts}>
      This link has used <span className="num">{first}</span>
      {rest !== '' && ` (${rest.slice(2)})`}; its limit is {cap(link.spending.cap)}. {keptWords(link.kept)}
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
      <Box title="Not joined yet.">
        The user of <Name name={whose} /> has not agreed. {keptAnd(link.kept, 'once they agree')}
      </Box>
    )
  const title = (
    <>
      <Name name={link.opened.name} /> wants to link <Name name={others} /> with <Name name={whose} />.
    </>
  )
  const acts = (
    <>
      <Button variant="primary" onClick={() => joinLink(link)}>
        Join
      </Button>
      <Button variant="ghost" onClick={() => void act('links.close', { id: link.id })}>
        Decline
      </Button>
    </>
  )
  return (
    <Box title={title} acts={acts}>
      If you join, the final message of each turn of <Name name={whose} /> goes to <Name name={home} />, and
      the others’ come to <Name name={whose} />. Nothing leaves this machine until you do.
    </Box>
  )
}

const SitsRow = () => (
  <Box title="On hold.">A member is in a gathering; the link resumes when that closes.</Box>
)

const OffRow = ({ link }: { readonly link: LinkView }) => (
  <Box
    title="Links are off."
    acts={<Button onClick={() => void act('settings.change', { links: true })}>Turn links on</Button>}
  >
    You turned all of them off; none was closed. {keptAnd(link.kept, 'once links are on')}
  </Box>
)

function PausedRow({ link }: { readonly link: LinkView }) {
  const { mode } = knownLink(link.id)
  const acts = (
    <>
      {!isRemoteLink(link) && (
        <Button
          data-help={linkModeWords[mode].about}
          onClick={() => void act('links.change', { id: link.id, mode })}
        >
          Resume: {linkModeWords[mode].word.toLowerCase()}
        </Button>
      )}
      <CloseButton link={link} />
    </>
  )
  return (
    <Box title="Paused." acts={acts}>
      Messages are held until the link resumes. {keptWords(link.kept)}
    </Box>
  )
}

const keptWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 message is held.' : `${count} messages are held.`

/** `when`: what releases the held messages. */
const keptAnd = (count: number, when: string): string =>
  count === 0 ? '' : `${keptWords(count).slice(0, -1)}; ${count === 1 ? 'it is' : 'they are'} sent ${when}.`

interface ClosedRowProps {
  readonly link: LinkView
  readonly closed: NonNullable<LinkView['closed']>
}

function ClosedRow({ link, closed }: ClosedRowProps) {
  const title = (
    <>
      Closed by <Name name={closed.name} />, <At at={closed.at} />.
    </>
  )
  const canReopen = link.members.length > 1 && !isRemoteLink(link)
  return (
    <Box title={title} acts={canReopen && <Button onClick={() => void openAgain(link)}>Reopen</Button>}>
      <SafeText text={/[^.!?]$/.test(closed.why) ? `${closed.why}.` : closed.why} />
    </Box>
  )
}
