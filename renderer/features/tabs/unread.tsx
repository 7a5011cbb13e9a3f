import css from './tabs.module.css'

/** That somebody has said what nobody has seen; the spoken name of the row says so too. */
export function Unread({ title }: { readonly title: string }) {
  return <i className={css.mark} data-part="unread" aria-hidden="true" title={title} />
}
