import type { CircleSeatView } from '../../../main/contract/fleet/fleet-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { copyLog } from '../../state/take-along.ts'
import { show } from '../../state/view-store.ts'

/** What was heard and said in a circle of another house, as a file or copied. */
export function TakeCircle({ seat: { circle, topic } }: { readonly seat: CircleSeatView }) {
  const log = { kind: 'circle', id: circle } as const
  return (
    <Menu
      label="Take the circle along"
      items={[
        { label: 'Export…', run: () => show({ kind: 'export', log, name: visible(topic) }) },
        { label: 'Copy as Markdown', run: () => void copyLog(log) },
      ]}
    >
      <Icon name="out" />
    </Menu>
  )
}
