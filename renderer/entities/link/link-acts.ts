import { usualBudget } from '../../../main/contract/api/limits.ts'
import type { LinkMode } from '../../../main/contract/links/links.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { act, withErrorToast } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { select, show, showLink, toast } from '../../state/view-store.ts'
import { copyLog } from '../../state/export-log.ts'
import { memberName, linkModeWords, linkNames } from './link-words.ts'
import { linkBetween } from '../../state/selectors.ts'
import { besideItems } from '../../components/open-beside.ts'
import type { MenuItem } from '../../components/menu.tsx'

/** Shows the link of two agents, or the sheet that opens one. */
export function linkTabs(one: AgentId, other: AgentId): void {
  const known = linkBetween(mirror.getState().links, [one, other])
  if (known) showLink(known.id)
  else show({ kind: 'openLink', members: [one, other] })
}

/** Opens a link and shows a toast. Rejects if main refuses. */
export async function openLink(
  of: readonly AgentId[],
  how: { readonly mode: LinkMode; readonly budget: number; readonly purpose?: string },
): Promise<void> {
  const link = await ask('links.open', { members: [...of], ...how })
  const { id } = link
  const names = visible(linkNames(link, mirror.getState().agents))
  toast(`${names} linked: ${linkModeWords[how.mode].word.toLowerCase()}`, {
    action: { label: 'Show', run: () => showLink(id) },
  })
}

/** Allows more messages in this budget period. */
export const extendLink = ({ id }: Pick<LinkView, 'id'>): void =>
  void act('links.change', { id, extend: true })

/** Opens the sheet that closes the link, optionally with a last message. */
export const confirmCloseLink = ({ id }: Pick<LinkView, 'id'>): void => show({ kind: 'closeLink', link: id })

/** Opens the sheet for the link's name and purpose. */
export const sayPurpose = ({ id }: Pick<LinkView, 'id'>): void => show({ kind: 'linkPurpose', link: id })

/** Links the same members again, and shows the new link. */
export async function openAgain({ members, mode }: Pick<LinkView, 'members' | 'mode'>): Promise<void> {
  await withErrorToast(async () => {
    const { id } = await ask('links.open', {
      members: [...members],
      mode: mode === 'paused' ? 'answers' : mode,
    })
    showLink(id)
  })
}

/** Another machine owns the link: its mode, limit and purpose are changed there. */
export const isRemoteLink = ({ machines }: Pick<LinkView, 'machines'>): boolean =>
  (machines?.home ?? null) !== null

const changes = (link: LinkView): readonly MenuItem[] => [
  { label: `Extend by ${usualBudget} messages`, run: () => extendLink(link) },
  { label: 'Name and purpose…', run: () => sayPurpose(link) },
]

/** Lets agents of this machine take part in a link that another machine has opened. */
export const joinLink = ({ id }: Pick<LinkView, 'id'>): void => void act('links.change', { id, join: true })

export function linkItems(link: LinkView): readonly MenuItem[] {
  const { agents } = mirror.getState()
  const own: readonly MenuItem[] =
    link.closed === null
      ? [
          ...(isRemoteLink(link) ? [] : changes(link)),
          { label: 'Close link…', run: () => confirmCloseLink(link), isDanger: true },
        ]
      : isRemoteLink(link)
        ? []
        : [{ label: 'Reopen', run: () => void openAgain(link) }]
  const log = { kind: 'link', id: link.id } as const
  const along: readonly MenuItem[] = [
    ...besideItems(log),
    {
      label: 'Export…',
      run: () => show({ kind: 'export', log, name: linkNames(link, agents) }),
      isApart: true,
    },
    { label: 'Copy as Markdown', run: () => void copyLog(log) },
  ]
  const members = link.members.filter((id) => agents[id] && !agents[id].closed)
  return [
    ...own,
    ...along,
    ...members.map((id, at) => ({
      label: `Show ${visible(memberName(id, agents))}`,
      run: () => select(id),
      isApart: at === 0,
    })),
  ]
}
