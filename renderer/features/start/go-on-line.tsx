import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import type { AgentKind } from '../../../main/contract/agents/kinds.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { show } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './start.module.css'

interface GoOnLineProps {
  readonly kind: AgentKind
  /** Folder whose sessions are listed first; without it, the default folder. */
  readonly folder?: string
}

/** Offers to resume a session, or says that the program keeps none. */
export function GoOnLine({ kind, folder }: GoOnLineProps) {
  const has = expectedAbilities[kind].resumesHistory !== 'no'
  if (!has)
    return <p className={classes('small muted', css.goOn)}>No conversations to resume with this program.</p>
  const of = folder === undefined || folder === '' ? {} : { folder }
  return (
    <p className={classes('small muted', css.goOn)}>
      <Button variant="ghost" onClick={() => show({ kind: 'goOn', of: kind, ...of })}>
        <Icon name="talk" /> Resume conversation…
      </Button>
    </p>
  )
}
