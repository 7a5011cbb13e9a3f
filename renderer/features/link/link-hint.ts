import type { LinkView } from '../../../main/contract/link-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { visible } from '../../components/hygiene.ts'
import { listed } from '../../entities/link/members.ts'

type Target = Pick<AgentView, 'name' | 'closed'>

/** All members of a link in a word. */
const everybody = (count: number): string => (count === 2 ? 'both' : 'all')

/** What stands in the empty composer of a link: to whom one writes, and what comes of it. */
export function linkHint(
  { budget, mode, rests }: Pick<LinkView, 'budget' | 'mode' | 'rests'>,
  members: readonly Target[],
  targets: readonly Target[],
): string {
  const to = targets.length > 1 ? everybody(members.length) : visible(targets[0]?.name ?? '')
  const closed = targets.filter((one) => one.closed).map((one) => visible(one.name))
  const wait = closed.length === 0 ? '' : ` ${closedWords(closed)} until you reopen ${tabs(closed.length)}.`
  const after =
    rests === 'off'
      ? 'Links are off: nothing crosses.'
      : mode === 'paused'
        ? 'The link is paused: nothing crosses.'
        : `A word from you starts a new episode of ${budget}.`
  return `Write to ${to}.${wait} ${wait !== '' && targets.length === 1 ? '' : after}`.trim()
}

const closedWords = (names: readonly string[]): string =>
  `${listed(names)} ${names.length === 1 ? 'is' : 'are'} closed: words wait there`

const tabs = (count: number): string => (count === 1 ? 'the tab' : 'the tabs')
