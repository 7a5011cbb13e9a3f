import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { AnyWindow } from './electron-parts.ts'

/** What the desktop asks of the system's dialogs. */
export interface DialogPart {
  showMessageBox(window: AnyWindow, options: MessageBoxOptions): Promise<{ response: number }>
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showOpenDialog(
    window: AnyWindow,
    options: OpenDialogOptions,
  ): Promise<{ canceled: boolean; filePaths: string[] }>
  showSaveDialog(
    window: AnyWindow,
    options: SaveDialogOptions,
  ): Promise<{ canceled: boolean; filePath: string }>
}
