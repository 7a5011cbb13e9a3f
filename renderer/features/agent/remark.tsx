import type { Entry } from '../../../main/contract/model.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { Receipt } from './receipt-view.tsx'

/** A quiet line of Janus itself: what happened, between or within turns. */
export function Remark({ entry }: { readonly entry: Entry }) {
  return (
    <div
      className={`remark ${entry.isError ? 'failed' : ''}`}
      data-n={entry.n}
      data-message={entry.message ?? undefined}
    >
      <span>
        {entry.isError && <Icon name="alert" />}
        <SafeText text={entry.text} /> <At at={entry.at} />
      </span>
      {entry.message !== null && <Receipt id={entry.message} as="quiet" />}
    </div>
  )
}
