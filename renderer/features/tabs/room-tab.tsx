import { useEffect, useState } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { classes } from '../../components/classes.ts'
import { useDragToPane } from '../../components/drag-to-pane.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { MenuAt } from '../../components/menu.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { linkItems } from '../../entities/link/link-acts.ts'
import { isRoom, linkNames, listed, memberName, standingWord } from '../../entities/link/link-words.ts'
import { keepSeenCount, seenCount } from '../../entities/link/link-memory.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { showLink } from '../../state/view-store.ts'
import {
  ariaCurrent,
  MenuButton,
  RowLines,
  UnreadBadge,
  menuHandlers,
  type MenuPlace,
  type TabProps,
} from './tab.tsx'
import css from './tabs.module.css'

/** Links in the list: the user is a member, or has named them. */
export const useRooms = (typed: string): readonly LinkView[] =>
  useMirrorList((now) =>
    Object.values(now.links).filter(
      (link) => isRoom(link) && linkNames(link, now.agents).toLowerCase().includes(typed.toLowerCase()),
    ),
  )

interface RoomSectionProps {
  readonly rooms: readonly LinkView[]
  /** The row in the tab order. */
  readonly stop: string | undefined
  readonly shownAs: (id: string) => TabProps['isShown']
}

export function RoomSection({ rooms, stop, shownAs }: RoomSectionProps) {
  if (rooms.length === 0) return null
  return (
    <section aria-label="Named links">
      <h2 className="tab-group">
        <span className="clip">Named links</span>
        <b className="num">{rooms.length}</b>
      </h2>
      {rooms.map((link) => (
        <RoomTab key={link.id} link={link} isStop={link.id === stop} isShown={shownAs(link.id)} />
      ))}
    </section>
  )
}

interface RoomTabProps extends Pick<TabProps, 'isShown' | 'isStop'> {
  readonly link: LinkView
}

function RoomTab({ link, isShown, isStop }: RoomTabProps) {
  const name = useMirror((now) => linkNames(link, now.agents))
  const members = useMirror((now) => listed(link.members.map((id) => memberName(id, now.agents, link))))
  const unread = useUnread(link, isShown !== 'no')
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const ways = menuHandlers(setMenu)
  const line = link.name === undefined ? standingWord(link) : members
  const news = unread === 0 ? '' : `, ${unread} unread`
  return (
    <div className={css.tabRow} data-part="tab-row" data-link={link.id} onContextMenu={ways.onContextMenu}>
      <button
        type="button"
        className={classes('bare', css.tab, unread > 0 && css.unread)}
        data-part="tab"
        tabIndex={isStop ? 0 : -1}
        aria-current={ariaCurrent[isShown]}
        onClick={() => showLink(link.id)}
        onKeyDown={ways.onKeyDown}
        {...useDragToPane({ kind: 'link', id: link.id })}
      >
        <span className={css.sign} data-part="avatar" aria-hidden="true">
          <Icon name="link" />
        </span>
        {unread > 0 && <UnreadBadge title={`${unread} unread`} />}
        <RowLines
          label={visible(`Room ${name}, with ${members}${news}`)}
          name={name}
          corner={null}
          title={visible(line)}
          end={unread > 0 && <span className={classes(css.n, 'num')}>{unread}</span>}
        >
          <SafeText text={line} />
        </RowLines>
      </button>
      <MenuButton of={name} onOpen={setMenu} />
      {menu && (
        <MenuAt
          label={`Menu of ${visible(name)}`}
          items={linkItems(link)}
          at={menu}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}

/** Number of messages since the user last viewed the link in this browser. */
function useUnread({ id, crossings }: LinkView, isInView: boolean): number {
  useEffect(() => {
    if (isInView) keepSeenCount(id, crossings)
  }, [id, crossings, isInView])
  return isInView ? 0 : Math.max(0, crossings - seenCount(id))
}
