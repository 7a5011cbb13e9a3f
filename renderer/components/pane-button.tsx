import { namedWithKeys } from '../keys/keys-here.ts'
import { closePane, splitPane } from '../state/pane-acts.ts'
import { Icon } from './icon.tsx'
import { usePane } from './pane.tsx'

/** In the head of a pane: puts another beside it, or takes it away where it is one of two. */
export function PaneButton() {
  const { at, isAlone } = usePane()
  const [name, words] = isAlone
    ? (['split', 'Split the pane'] as const)
    : (['closePane', 'Close this pane'] as const)
  return (
    <button
      type="button"
      className="btn ghost icon"
      {...namedWithKeys(words, name)}
      onClick={() => (isAlone ? splitPane() : closePane(at))}
    >
      <Icon name={isAlone ? 'panes' : 'x'} />
    </button>
  )
}
