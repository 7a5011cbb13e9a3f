import { useState, type FormEvent } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { takeFocus } from '../../components/focus.ts'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import type { Panel } from '../../state/panel.ts'
import { exportLog, type ExportFormat } from '../../state/export-log.ts'

interface ExportDialogProps {
  readonly panel: Extract<Panel, { kind: 'export' }>
  readonly onClose: () => void
}

/** Asks how a log is to be written, then takes it along as a file. */
export function ExportDialog({ panel: { log, name }, onClose }: ExportDialogProps) {
  const [{ format, tools }, setAs] = useState<ExportFormat>({ format: 'md', tools: 'line' })
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void exportLog(log, { format, tools })
  }
  return (
    <Dialog title={`Export ${name}`} onClose={onClose}>
      <form onSubmit={save}>
        <div className="sheet-body">
          <div className="field">
            <label htmlFor="export-format">As</label>
            <select
              id="export-format"
              ref={takeFocus}
              className="input"
              value={format}
              onChange={({ target }) => setAs({ tools, format: target.value === 'json' ? 'json' : 'md' })}
            >
              <option value="md">Markdown, to read</option>
              <option value="json">JSON, for a program</option>
            </select>
          </div>
          {log.kind === 'agent' && format === 'md' && (
            <div className="field">
              <label htmlFor="export-tools">Tools</label>
              <select
                id="export-tools"
                className="input"
                value={tools}
                onChange={({ target }) =>
                  setAs({ format, tools: target.value === 'whole' ? 'whole' : 'line' })
                }
              >
                <option value="line">A line each</option>
                <option value="whole">Whole, with results and thoughts</option>
              </select>
            </div>
          )}
        </div>
        <SheetFooter act="Export" onClose={onClose} />
      </form>
    </Dialog>
  )
}
