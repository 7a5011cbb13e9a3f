import { withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import { Button } from '../../components/button.tsx'

export const copyText = (text: string): Promise<unknown> =>
  navigator.clipboard.writeText(text).then(
    () => toast('Copied'),
    () => toast('This browser does not let the page copy', { isError: true }),
  )

export const copyDiagnosis = (): Promise<boolean> =>
  withErrorToast(async () => copyText((await ask('app.about', {})).diagnosis))

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
