import { userKey } from '../../contract/mail/authors.ts'
import type { Crossing, LinkId } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Marks a user's text that must start no turn. */
export const quietMark = 'quietly'

/** In the mode `mentions` only a message that names an agent begins its turn, once; the user's are free. */
export class MentionWatcher extends Watcher {
  committed(commit: Commit): void {
    for (const message of this.ledger.news) this.#woken(message, commit)
    for (const row of commit.rows)
      if (row.table === 'crossing' && row.row.from === userKey) this.#said(row.row, commit)
    for (const [id, { mailbox }] of commit.after.agents) this.#once(id, mailbox)
  }

  /** Only named agents are woken, and the user's mention always wakes. */
  #woken({ to, from, body, crossed, priority }: Message, { before, after, steps }: Commit): void {
    const link = crossed && (before.links.get(crossed.link) ?? after.links.get(crossed.link))
    if (link?.mode !== 'mentions' || crossed?.carriage === 'paused' || steps !== 1) return
    const isUsers = from.kind !== 'agent'
    const isNamed = names(body, to, before) || (isUsers && body.includes('@all'))
    if (wakes(priority)) {
      must(isNamed && !(isUsers && body.includes(quietMark)), 'nobody is woken who is not named')
      this.ledger.count(isUsers ? 'named by the user' : 'named by an agent')
    } else must(!isUsers || !isNamed || body.includes(quietMark), 'whom the user names is woken')
  }

  /** The user's message reaches every member, and uses none of the link's budget. */
  #said({ link: id, sent, text, turnNumber }: Crossing, { before, after, steps }: Commit): void {
    const was = before.links.get(id)
    must(was?.mode === 'mentions' && was.closed === null, 'the user speaks in an open link that they are in')
    must(turnNumber === 0, "the user's words are of no turn")
    const to = sent.map((one) => one.to)
    must(
      to.length === was.members.length && was.members.every((one) => to.includes(one)),
      "the user's words reach every member, once",
    )
    for (const { message } of sent)
      must(
        this.ledger.messages.get(message)?.body.includes(text) === true,
        'nothing that the user says is lost',
      )
    const used = after.links.get(id)?.budgetUsed ?? 0
    must(steps !== 1 || used <= was.budgetUsed, "the user's words use no budget")
    must(
      steps !== 1 || (after.links.get(id)?.crossings ?? 0) === was.crossings,
      "the user's words are no crossing",
    )
    this.ledger.count('said by the user in a link')
  }

  /** Several mentions before it reads begin one turn. */
  #once(agent: AgentId, mailbox: readonly Message[]): void {
    const links = new Set(mailbox.flatMap(({ crossed }) => (crossed ? [crossed.link] : [])))
    for (const link of links)
      must(wakingWords(mailbox, link).length <= 1, `who is named twice is woken once (${agent})`)
  }
}

/** The user's messages in a link that will start a turn. */
function wakingWords(mailbox: readonly Message[], link: LinkId): readonly Message[] {
  return mailbox.filter(
    ({ state, from, crossed, priority, now }) =>
      state === 'queued' && from.kind === 'user' && crossed?.link === link && wakes(priority) && !now,
  )
}

/** Whether the text mentions the agent as simulated agents do, with `@` and spaces. */
export function names(body: string, agent: AgentId, { agents }: State): boolean {
  const name = agents.get(agent)?.agent.name
  return name !== undefined && ` ${body} `.replaceAll(/\s/g, ' ').includes(` @${name} `)
}
