import { withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import { Button } from '../../components/button.tsx'

/** Copies what helps somebody else to see what is wrong. */
export const copyDiagnosis = (): Promise<boolean> =>
  withErrorToast(async () => {
    const { diagnosis } = await ask('app.about', {})
    await navigator.clipboard.writeText(diagnosis).then(
      () => toast('Copied'),
      () => toast('This browser does not let the page copy', { isError: true }),
    )
  })

/** The button for it. */
export function CopyDiagnosis() {
  return (
    <Button
      variant="ghost"
      data-help="Versions, programs and counts; no messages, names or secrets"
      onClick={() => void copyDiagnosis()}
    >
      Copy diagnostics
    </Button>
  )
}
