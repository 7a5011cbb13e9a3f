import { useEffect, useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { announceOverDialog } from '../../components/voice.ts'
import { dismiss, useView, type Toast } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './status.module.css'

/** How long a toast stays without pointer or focus; ms. */
const stay = { fact: 8_000, error: 30_000 } as const

/** Toasts have a region of their own and cover nothing. Errors are announced immediately. */
export function Toasts() {
  const toasts = useView((now) => now.toasts)
  if (toasts.length === 0) return null
  return (
    <div className={classes('stack gap-3 no-shrink', css.toasts)} data-part="toasts">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastView({ toast }: { readonly toast: Toast }) {
  const { action, text } = toast
  useEffect(() => announceOverDialog(text), [text])
  const held = useLeaving(toast)
  return (
    <div
      {...held}
      className={classes('row gap-3', css.toast, toast.isError && css.failed)}
      role={toast.isError ? 'alert' : 'status'}
    >
      {toast.isError && <Icon name="alert" />}
      <div className={css.news}>
        <SafeText as="p" text={text} />
        {action && (
          <Button
            variant="ghost"
            onClick={() => {
              action.run()
              dismiss(toast.id)
            }}
          >
            <SafeText text={action.label} />
          </Button>
        )}
      </div>
      <IconButton icon="x" aria-label="Dismiss" onClick={() => dismiss(toast.id)} />
    </div>
  )
}

/** Removes a toast after its time, which restarts when pointer or focus leave it. */
function useLeaving({ id, isError }: Toast) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointed || isFocused
  useEffect(() => {
    if (isHeld) return
    const leaving = setTimeout(() => dismiss(id), isError ? stay.error : stay.fact)
    return () => clearTimeout(leaving)
  }, [id, isError, isHeld])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
