import { useMemo } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { ChangeCount } from '../../components/diff.tsx'
import { Icon } from '../../components/icon.tsx'
import { filesWord, turnChanges } from '../../entities/tool/turn-changes.ts'
import { show } from '../../state/view-store.ts'
import type { Row } from './rows.ts'
import css from './transcript.module.css'

/** `3 files, +12 −4` under a turn that changed some; it opens them. */
export function TurnChangesLine({ row, agent }: { readonly row: Row; readonly agent: AgentId }) {
  const changes = useMemo(() => turnChanges(row.entries), [row])
  // Words that were imported belong to no turn of a tab's own.
  const n = row.entries.find((entry) => entry.turn !== null && entry.tool !== null)?.n
  if (changes === null || n === undefined) return null
  const { files, added, removed } = changes
  return (
    <button
      type="button"
      className={css.turnChanges}
      data-part="turn-changes"
      onClick={() => show({ kind: 'changes', agent, span: 'turn', n })}
    >
      <Icon name="edit" />
      <span className="num">{filesWord(files)}</span>
      <ChangeCount added={added} removed={removed} />
    </button>
  )
}
