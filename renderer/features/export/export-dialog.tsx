import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { takeFocus } from '../../components/focus.ts'
import { SelectField } from '../../components/select-field.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import type { Panel } from '../../state/panel.ts'
import { exportLog, type ExportFormat } from '../../state/export-log.ts'

interface ExportDialogProps {
  readonly panel: Extract<Panel, { kind: 'export' }>
  readonly onClose: () => void
}

const formats = [
  { value: 'md', name: 'Markdown, to read' },
  { value: 'json', name: 'JSON, for a program' },
] as const

const toolLines = [
  { value: 'line', name: 'One line each' },
  { value: 'whole', name: 'Full, with results and thoughts' },
] as const

export function ExportDialog({ panel: { log, name }, onClose }: ExportDialogProps) {
  const [{ format, tools }, setAs] = useState<ExportFormat>({ format: 'md', tools: 'line' })
  const save = () => {
    onClose()
    void exportLog(log, { format, tools })
  }
  return (
    <Dialog title={`Export ${name}`} onClose={onClose}>
      <SheetForm act="Export" onSubmit={save} onClose={onClose}>
        <SelectField
          ref={takeFocus}
          label="Format"
          value={format}
          onChange={(next) => setAs({ tools, format: next })}
          choices={formats}
        />
        {log.kind === 'agent' && format === 'md' && (
          <SelectField
            label="Tools"
            value={tools}
            onChange={(next) => setAs({ format, tools: next })}
            choices={toolLines}
          />
        )}
      </SheetForm>
    </Dialog>
  )
}
