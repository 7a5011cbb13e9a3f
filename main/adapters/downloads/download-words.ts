import { sizeWords } from '../../contract/words/size-words.ts'
import { codeOf, messageOf } from '../folder/errors.ts'
import { BadStatusError } from './fetch-file.ts'
import type { PinnedProgram } from './pinned-programs.ts'

export class WrongHashError extends Error {
  override readonly name = 'WrongHashError'
}

interface DownloadPlace {
  readonly pinned: PinnedProgram
  readonly host: string
  readonly folder: string
  /** Bytes kept for the next attempt. */
  readonly kept: number
  readonly isComplete: boolean
}

export function downloadWords(
  error: unknown,
  { pinned, host, folder, kept, isComplete }: DownloadPlace,
): string {
  if (error instanceof WrongHashError)
    return `What ${host} sent is not ${pinned.package} ${pinned.version}: its hash is wrong. It was deleted; try again, or use another network.`
  if (error instanceof BadStatusError) return statusWords(error.status, pinned, host)
  const code = codeOf(error)
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return `The disk of ${folder} is full. Free some space and try again.`
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code))
    return `Janus cannot write in ${folder} (${code}). Make it writable and try again.`
  const why = code === '' ? messageOf(error) : code
  if (isUntrusted(code))
    return `The certificate of ${host} is not trusted here (${code}). If your network inspects connections, name its certificate file as cafile in ~/.npmrc, or in NODE_EXTRA_CA_CERTS, and try again.`
  if (isComplete) return `${pinned.package} could not be unpacked (${why}). Try again.`
  return kept > 0
    ? `The connection to ${host} was cut (${why}). Try again: ${sizeWords(kept)} are kept, and it resumes there.`
    : `${host} could not be reached (${why}). Check the network, or the proxy in HTTPS_PROXY, and try again.`
}

/** Such as in networks whose proxy replaces certificates. */
const isUntrusted = (code: string): boolean =>
  /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/.test(code)

function statusWords(status: number, pinned: PinnedProgram, host: string): string {
  const said = `${host} answered ${String(status)}`
  if (status === 404)
    return `${said}: it does not have ${pinned.package} ${pinned.version}. Choose another registry in ~/.npmrc.`
  if ([401, 403, 407].includes(status))
    return `${said}: it wants a sign-in, and Janus sends none. Choose another registry in ~/.npmrc, or install the program yourself.`
  return `${said}. Try again later.`
}
