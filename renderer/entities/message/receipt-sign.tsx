import type { Receipt } from './receipt.ts'
import './receipt.css'

/** The sign of a receipt; its words stand beside it. */
export function ReceiptSign({ of }: { readonly of: Receipt['sign'] }) {
  return (
    <svg className="seen" viewBox="0 0 10 10" aria-hidden="true">
      {of === 'x' ? <path d="m2 2 6 6M8 2 2 8" /> : <circle cx="5" cy="5" r="4" />}
      {of === 'half' && <path className="filled" d="M5 1a4 4 0 0 0 0 8z" />}
      {of === 'disc' && <circle className="filled" cx="5" cy="5" r="4" />}
    </svg>
  )
}
