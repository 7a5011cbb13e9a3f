import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { useDragToPane } from '../../components/drag-to-pane.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { show, showLink } from '../../state/view-store.ts'
import { agentAuthor, listed, memberName, standingWord } from '../../entities/link/link-words.ts'
import { useMoney } from '../../state/money.ts'
import { Pips } from '../../entities/link/pips.tsx'
import { useClosedLinks } from '../../entities/link/closed-links.ts'
import { openLinksOf } from '../../state/selectors.ts'
import css from './link.module.css'
import { classes } from '../../components/classes.ts'

export function LinkList({ agent }: { readonly agent: AgentView }) {
  const links = useMirrorList((now) => openLinksOf(now.links, agent.id))
  return (
    <section aria-labelledby="side-links">
      <div className="side-cap">
        <h2 id="side-links">Links</h2>
        <span className="grow" />
        <Button variant="ghost" onClick={() => show({ kind: 'linkTo', agent: agent.id })}>
          Link to…
        </Button>
      </div>
      {links.length > 0 ? (
        <ul>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} of={agent.id} />
          ))}
        </ul>
      ) : (
        <>
          <TwoTabs />
          <p className="muted side-none">
            None. Linked agents read each other’s final messages. Drag a tab onto another, or press “Link to…”
          </p>
        </>
      )}
      <Earlier agent={agent.id} />
    </section>
  )
}

const TwoTabs = () => (
  <svg className={css.draw} data-part="two-tabs" viewBox="0 0 112 28" aria-hidden="true">
    {[1, 75].map((x) => (
      <g key={x}>
        <rect x={x} y="4" width="36" height="20" rx="5" />
        <circle cx={x + 10} cy="14" r="3.5" className={css.face} />
        <path d={`M${x + 18} 14h11`} />
      </g>
    ))}
    <path d="M38 14h36" strokeDasharray="1 4" className={css.tie} />
  </svg>
)

const mostEarlier = 3

function Earlier({ agent }: { readonly agent: AgentId }) {
  const closed = useClosedLinks().filter((link) => link.members.includes(agent))
  if (closed.length === 0) return null
  return (
    <>
      <h3 className={classes('small faint', css.pastLinks)}>Earlier</h3>
      <ul>
        {closed.slice(0, mostEarlier).map((link) => (
          <EarlierRow key={link.id} link={link} of={agent} />
        ))}
      </ul>
    </>
  )
}

function EarlierRow({ link, of }: { readonly link: LinkView; readonly of: AgentId }) {
  const others = link.members.filter((id) => id !== of)
  const names = useMirror((now) => listed(others.map((id) => memberName(id, now.agents, link))))
  return (
    <li className={classes(css.linkRow, css.past)}>
      <button
        type="button"
        className="row wrap row-gap-2"
        title={`Open the closed link with ${visible(names)}`}
        onClick={() => showLink(link.id)}
      >
        <span className="vh">Closed link with </span>
        {others.map((id) => (
          <Member key={id} id={id} link={link} />
        ))}
        <span className="grow" />
        <span className="num small muted no-shrink">closed {link.closed && <At at={link.closed.at} />}</span>
      </button>
    </li>
  )
}

interface LinkRowProps {
  readonly link: LinkView
  /** The agent whose list it is; only the others are named. */
  readonly of: AgentId
}

function LinkRow({ link, of }: LinkRowProps) {
  const others = link.members.filter((id) => id !== of)
  const names = useMirror((now) => listed(others.map((id) => memberName(id, now.agents, link))))
  const money = useMoney()
  const isLow = link.mutedMembers.includes(of) && link.mode !== 'paused'
  return (
    <li className={css.linkRow}>
      <button
        type="button"
        className="row wrap row-gap-2"
        title={`Open the link with ${visible(names)}`}
        onClick={() => showLink(link.id)}
        {...useDragToPane({ kind: 'link', id: link.id })}
      >
        <span className="vh">Link with </span>
        {others.map((id) => (
          <Member key={id} id={id} link={link} />
        ))}
        <span className="grow" />
        <Pips link={link} isBare />
      </button>
      <p className="row top small num muted">
        <span className="grow">
          {standingWord(link)}
          {link.pauseReason === 'off' && link.mode === 'paused' && ', links off'}
          {isLow && ', muted for this agent'}
          {link.kept > 0 && (
            <>
              {' · '}
              <SafeText text={`${link.kept} held`} />
            </>
          )}
        </span>
        <span className={classes('no-shrink', css.spent)}>
          {link.budgetUsed} of {link.budgetGranted} messages
          {money && link.costUsd > 0 && ` · ${money(link.costUsd)}`}
        </span>
      </p>
    </li>
  )
}

function Member({ id, link }: { readonly id: AgentId; readonly link: LinkView }) {
  const name = useMirror((now) => memberName(id, now.agents, link))
  const face = useFace(agentAuthor(id), name)
  return (
    <span className={classes('inline-row clip', css.member)} data-hue={face.hue}>
      <FaceView face={face} size="sm" />
      <span className="clip">
        <Name name={name} pigment />
      </span>
    </span>
  )
}
