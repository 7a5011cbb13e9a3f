import type { ComponentProps } from 'react'
import { Button } from '../../components/button.tsx'
import { helpOf } from '../../components/help.ts'
import { actHelp } from '../../entities/gathering/act-help.ts'

interface ActButtonProps extends ComponentProps<typeof Button> {
  /** Selects the help text; undefined when the label says enough. */
  readonly act: keyof typeof actHelp | undefined
}

export function ActButton({ act, ...more }: ActButtonProps) {
  return <Button {...(act && helpOf(actHelp[act]))} {...more} />
}
