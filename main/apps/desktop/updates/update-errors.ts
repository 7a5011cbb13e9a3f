import type { UpdateFailure } from '../../../contract/app/updates.ts'
import { UpdateError } from './updater.ts'

/** Error codes of electron-updater, Node and the system. */
const reasons: Readonly<Record<string, UpdateFailure>> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  EACCES: 'not writable',
  EPERM: 'not writable',
  EROFS: 'not writable',
  ERR_CHECKSUM_MISMATCH: 'damaged',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'damaged',
  ERR_UPDATER_INVALID_VERSION: 'damaged',
  ERR_UPDATER_NO_CHECKSUM: 'damaged',
  ERR_UPDATER_NO_FILES_PROVIDED: 'damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'unsigned',
}

/** Codes of connection failures. */
const network =
  /^(?:ECONN|ENET|EHOST|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|HTTP_ERROR|ERR_UPDATER_CHANNEL_FILE|CERT_|ERR_TLS|ERR_SSL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/
/** Messages of electron-updater errors without a code. */
const withoutCode = /^(?:Cannot download |Request timed out|Request has been aborted|Too many redirects)/

/** `lost` is the reason to report for a lost connection. */
export function updateError(error: unknown, lost: 'unreachable' | 'interrupted'): UpdateError {
  if (error instanceof UpdateError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isLost = code === '' ? withoutCode.test(message) : network.test(code)
  return new UpdateError(reasons[code] ?? (isLost ? lost : 'other'), message, { cause: error })
}
