import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { RefusedError } from '../../contract/api/errors.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { FolderTrust } from '../../contract/api/model.ts'
import type { FolderFile, FolderReview } from '../../contract/api/views.ts'
import type { TrustBook } from '../../ports/ports.ts'
import { bringsOf } from './brings.ts'
import { collect, trustHash, TooMuchError, type Collected, type TrustPiece } from './collect.ts'
import { openDecisions, type TrustDecision } from './decisions.ts'
import { cleanLine } from './reading.ts'
import { variablesOf } from './variables.ts'

/**
 * Opens the user's decisions about folders, in `trust.json` of the state folder. A decision applies to a
 * folder's real path, one kind of agents and its exact content. `home`: the user's home; `environment`:
 * variables that the folder's files may name. Throws `FolderError` if that path is not a plain file; saving
 * throws `StoreFullError`.
 */
export function openTrust(
  stateFolder: string,
  log: (line: string) => void = () => {},
  home: string = homedir(),
  environment: NodeJS.ProcessEnv = {},
): TrustBook {
  const decisions = openDecisions(stateFolder, log)
  const look = async (folder: string, kind: AgentKind): Promise<FolderReview> => {
    const real = await realFolder(folder)
    try {
      const found = await collect(kind, real, await realHome(home))
      return lookOf(real, kind, { ...found, environment }, decisions.of(kind, real))
    } catch (error) {
      if (error instanceof TooMuchError) return tooMuch(real, kind, error)
      throw error
    }
  }
  return {
    look,
    decide: async (folder, kind, hash, decision) => {
      const now = await look(folder, kind)
      if (now.hash === '' || now.hash !== hash) return null
      if (decision === 'trust' && now.unclear.length > 0) throw unclearRefusal(now.unclear)
      decisions.keep(kind, now.folder, { decision, hash })
      return { ...now, trust: decision === 'trust' ? 'trusted' : 'refused', changed: false }
    },
  }
}

function lookOf(
  folder: string,
  kind: AgentKind,
  { pieces, all, environment }: Collected & { readonly environment: NodeJS.ProcessEnv },
  said: TrustDecision | null,
): FolderReview {
  const hash = trustHash(pieces)
  return {
    folder,
    kind,
    trust: trustOf(pieces, hash, said),
    hash,
    unclear: unclearOf(pieces),
    variables: variablesOf(pieces, environment),
    files: [...shownOf(folder, pieces), ...(all || hash === '' ? [] : [unseen(folder)])],
    changed: hash !== '' && said?.decision === 'trust' && said.hash !== hash,
  }
}

/** Shown but not part of the hash: a trusted folder is not asked about again because it has grown. */
function unseen(folder: string): FolderFile {
  const words =
    'has more folders below than Janus looks into; what they bring counts once the agent reads there'
  return { path: cleanLine(folder, 1000), brings: [words] }
}

function unclearRefusal(paths: readonly string[]): RefusedError {
  const words = `Janus cannot tell what this does: ${paths.join(', ')}. Save it as UTF-8 and in the form that its program reads, or remove it; until then the folder can only be used without what it brings.`
  return new RefusedError({ code: 'not_allowed', message: words })
}

const mostShown = 300
const mostNamed = 20

/** Lists files with their effects; beyond the limit, files with a single effect are only counted. */
function shownOf(folder: string, pieces: readonly TrustPiece[]): readonly FolderFile[] {
  const inOrder = [...pieces.filter(isUnclear), ...pieces.filter((piece) => !isUnclear(piece))]
  const files = inOrder.map((piece) => ({ path: cleanLine(piece.path, 1000), brings: bringsOf(piece) }))
  if (files.length <= mostShown) return files
  const [some, rest] = [files.slice(0, mostShown), files.slice(mostShown)]
  const telling = rest.filter(({ brings }) => brings.length > 1)
  const brings = [`and ${rest.length - telling.length} more files, each counted in what you decide`]
  return [...some, ...telling, { path: folder, brings }]
}

function trustOf(pieces: readonly TrustPiece[], hash: string, said: TrustDecision | null): FolderTrust {
  if (hash === '') return 'plain'
  if (said?.hash !== hash) return 'ask'
  // Older versions of Janus accepted approval of a file that they could not show.
  if (said.decision === 'trust' && pieces.some(isUnclear)) return 'ask'
  return said.decision === 'trust' ? 'trusted' : 'refused'
}

const isUnclear = ({ unclear }: TrustPiece): boolean => unclear !== null

function unclearOf(pieces: readonly TrustPiece[]): readonly string[] {
  return pieces
    .filter(isUnclear)
    .map(({ path }) => cleanLine(path, 1000))
    .slice(0, mostNamed)
}

/** Nobody can approve what can't be shown, so the folder is refused without a question. */
function tooMuch(folder: string, kind: AgentKind, { message }: TooMuchError): FolderReview {
  return {
    folder,
    kind,
    trust: 'refused',
    hash: '',
    unclear: [],
    variables: [],
    files: [{ path: cleanLine(folder, 1000), brings: [message] }],
    changed: false,
  }
}

async function realFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder)
    if ((await stat(real)).isDirectory()) return real
  } catch {
    // The error below covers every reason.
  }
  throw new RefusedError({ code: 'bad_folder', message: `There is no folder ${cleanLine(folder, 1000)}.` })
}

async function realHome(home: string): Promise<string> {
  return realpath(home).catch(() => home)
}
