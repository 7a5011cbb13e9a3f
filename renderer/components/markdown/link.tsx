import type { MouseEvent, ReactNode } from 'react'
import { askToLeave } from '../leave-dialog.tsx'
import { SafeText } from '../safe-text.tsx'
import { safeUrl, shownUrl } from './safe-url.ts'
import css from './markdown.module.css'

interface LinkProps {
  readonly url: string
  /** The words that stand for it, to see whether the address needs to be told besides. */
  readonly label: string
  readonly children: ReactNode
}

/** A link that says where it goes, and asks before it goes there. Only web and mail addresses can be opened. */
export function Link({ url, label, children }: LinkProps) {
  const href = safeUrl(url)
  const shown = href === null ? url.slice(0, 200) : shownUrl(href)
  const tells = label === href || `${label}/` === href || `mailto:${label}` === href
  const address = tells ? null : (
    <span className={css.address}>
      {' ('}
      <SafeText text={shown} />
      {')'}
    </span>
  )
  if (href === null) {
    return (
      <span>
        {children}
        {address}
      </span>
    )
  }
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    if (event.button < 2) askToLeave(href)
  }
  return (
    <a href={href} rel="noreferrer noopener" target="_blank" title={href} onClick={ask} onAuxClick={ask}>
      {children}
      {address}
    </a>
  )
}
