import type { Entry } from '../../../main/contract/model.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'

/** A quiet line of Janus itself: what happened, between or within turns. */
export function Remark({ entry }: { readonly entry: Entry }) {
  return (
    <p className={`remark ${entry.isError ? 'failed' : ''}`} data-n={entry.n}>
      <span>
        {entry.isError && <Icon name="alert" />}
        <SafeText text={entry.text} /> <At at={entry.at} />
      </span>
    </p>
  )
}
