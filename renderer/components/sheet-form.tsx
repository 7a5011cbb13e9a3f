import type { ComponentProps } from 'react'
import { Problem } from './problem.tsx'
import { SheetFooter } from './sheet-footer.tsx'

type FooterProps = ComponentProps<typeof SheetFooter>

interface SheetFormProps extends FooterProps, Omit<ComponentProps<'form'>, 'onSubmit' | 'action'> {
  /** Shown above the fields unless empty. */
  readonly problem?: string
  readonly onSubmit: () => unknown
}

/** The form of a dialog: its fields, Cancel and a submit button. */
export function SheetForm(props: SheetFormProps) {
  const { act, isSent = false, of, onClose, problem = '', onSubmit, children, ...form } = props
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="sheet-body">
        {problem !== '' && <Problem text={problem} />}
        {children}
      </div>
      <SheetFooter act={act} onClose={onClose} isSent={isSent} {...(of && { of })} />
    </form>
  )
}
