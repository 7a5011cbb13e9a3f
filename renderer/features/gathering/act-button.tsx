import type { ButtonHTMLAttributes } from 'react'
import { helpOf } from '../../components/help.ts'
import { actHelp } from '../../entities/gathering/act-help.ts'

interface ActButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does; undefined: its words say it. */
  readonly act: keyof typeof actHelp | undefined
}

/** A button for an act in a gathering, with a line about what it does. */
export function ActButton({ act, className = 'btn', ...more }: ActButtonProps) {
  return <button type="button" className={className} {...(act && helpOf(actHelp[act]))} {...more} />
}
