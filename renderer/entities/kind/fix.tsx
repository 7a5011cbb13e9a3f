import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { fixCommand } from './check-lines.ts'
import css from './kind.module.css'

const toFix = { login: 'sign in', version: 'update', binary: 'install' } as const

/** The terminal command that fixes the problem. */
export function FixCommand({ of }: { readonly of: KindStatus }) {
  const command = fixCommand(of)
  if (command === null) return null
  return (
    <p className={classes('row wrap row-gap-2', css.command)}>
      <span className="muted">{of.problem === null ? '' : `To ${toFix[of.problem.line]}:`}</span>
      <SafeText as="code" text={command} />
      <CopyButton text={() => command} label="Copy the command" />
    </p>
  )
}

export function CheckAgain({ of }: { readonly of: KindStatus }) {
  const [isChecking, setChecking] = useState(false)
  const again = async () => {
    setChecking(true)
    await act('app.check', { kind: of.kind })
    setChecking(false)
  }
  return (
    <Button variant="ghost" disabled={isChecking} onClick={() => void again()}>
      {isChecking ? 'Checking…' : 'Check again'}
    </Button>
  )
}
