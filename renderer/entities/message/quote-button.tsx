import { IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { openQuoteMenu, type Quote } from '../../state/quote.ts'

interface QuoteButtonProps {
  /** A function is called when the button is pressed. */
  readonly quote: Quote | (() => Quote)
  readonly className?: string | undefined
}

/** Opens the menu of a quote: send on, ask, discuss, reply. */
export function QuoteButton({ quote, className }: QuoteButtonProps) {
  const open = (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect()
    openQuoteMenu({ quote: typeof quote === 'function' ? quote() : quote, x: left, y: bottom })
  }
  const by = typeof quote === 'function' ? '' : visible(quote.by)
  const label = by === '' ? 'With these words' : `With what ${by} said`
  return (
    <IconButton
      icon="quote"
      className={className}
      aria-label={label}
      title="Send to, ask, discuss, reply"
      aria-haspopup="menu"
      data-part="quote-button"
      onClick={({ currentTarget }) => open(currentTarget)}
    />
  )
}
