import { useEffect } from 'react'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { sayOverDialog } from '../../components/voice.ts'
import { dismiss, useView, type Toast } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './status.module.css'

/** Facts in the corner. An error is told at once, the rest in its time. */
export function Toasts() {
  const toasts = useView((now) => now.toasts)
  return (
    <div className={css.toasts}>
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastView({ toast }: { readonly toast: Toast }) {
  const { action, text } = toast
  useEffect(() => sayOverDialog(text), [text])
  return (
    <div
      className={classes(css.toast, toast.isError && css.failed)}
      role={toast.isError ? 'alert' : 'status'}
    >
      {toast.isError && <Icon name="alert" />}
      <div className={css.news}>
        <p>
          <SafeText text={text} />
        </p>
        {action && (
          <button
            type="button"
            className="btn ghost"
            onClick={() => {
              action.run()
              dismiss(toast.id)
            }}
          >
            <SafeText text={action.label} />
          </button>
        )}
      </div>
      <button type="button" className="btn ghost icon" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
        <Icon name="x" />
      </button>
    </div>
  )
}
