import type { ComponentProps } from 'react'
import { Button } from '../../components/button.tsx'
import { helpOf } from '../../components/help.ts'
import { actHelp } from '../../entities/gathering/act-help.ts'

interface ActButtonProps extends ComponentProps<typeof Button> {
  /** What it does; undefined: its words say it. */
  readonly act: keyof typeof actHelp | undefined
}

/** A button for an act in a gathering, with a line about what it does. */
export function ActButton({ act, ...more }: ActButtonProps) {
  return <Button {...(act && helpOf(actHelp[act]))} {...more} />
}
