import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'
import { orNull } from '../folder/errors.ts'

/** npm's own settings without credentials, which Janus never reads. */
export interface NpmSettings {
  /** No trailing slash. */
  readonly registry: string
  /** By their usual variable names, as `node:http` agents take them. */
  readonly proxies: Readonly<Record<string, string>>
  /** Certificates that the user trusts in addition. */
  readonly ca?: readonly string[]
}

const usualRegistry = 'https://registry.npmjs.org'

/** Reads the environment, then `~/.npmrc`. `name`: the package, whose scope may have its own registry. */
export function npmSettings(environment: NodeJS.ProcessEnv, home: string, name: string): NpmSettings {
  const file = readNpmrc(orNull(() => readFileSync(join(home, '.npmrc'), 'utf8')) ?? '', environment)
  const setting = (key: string): string | undefined =>
    ofEnvironment(environment, `npm_config_${key.replaceAll('-', '_')}`) ?? file.get(key)
  const scope = name.startsWith('@') ? file.get(`${name.split('/')[0] ?? ''}:registry`) : undefined
  const registry = (scope ?? setting('registry') ?? usualRegistry).replace(/\/+$/, '')
  const ca = [ofEnvironment(environment, 'NODE_EXTRA_CA_CERTS'), setting('cafile')].flatMap(
    (path) => (path && orNull(() => readFileSync(path, 'utf8'))) || [],
  )
  const http = ofEnvironment(environment, 'HTTP_PROXY') ?? setting('proxy')
  const https = ofEnvironment(environment, 'HTTPS_PROXY') ?? setting('https-proxy') ?? http
  const none = ofEnvironment(environment, 'NO_PROXY') ?? setting('noproxy')
  return {
    registry: /^https?:\/\//.test(registry) ? registry : usualRegistry,
    proxies: {
      ...(http ? { HTTP_PROXY: http } : {}),
      ...(https ? { HTTPS_PROXY: https } : {}),
      ...(none ? { NO_PROXY: none } : {}),
    },
    ...(ca.length === 0 ? {} : { ca }),
  }
}

/**
 * Node's certificates, the system's (needed behind inspecting proxies) and `more`. Node before 22.15 cannot
 * read the system's.
 */
export function trustedCertificates(more: readonly string[] = []): string[] {
  const ofSystem = (tls as Partial<typeof tls>).getCACertificates?.('system') ?? []
  return [...tls.rootCertificates, ...ofSystem, ...more]
}

/** Ignores case; an empty variable counts as unset. */
function ofEnvironment(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return environment[name] || environment[name.toLowerCase()] || environment[name.toUpperCase()] || undefined
}

/** Parses `key=value` lines and expands `${VARIABLE}`; unset variables stay as written. */
function readNpmrc(text: string, environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const [, key = '', value = ''] = /^\s*([^;#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    const plain = value.replace(/^"(.*)"$/, '$1')
    return key === ''
      ? []
      : [[key, plain.replaceAll(/\$\{(\w+)\}/g, (all, name: string) => environment[name] ?? all)]]
  })
  return new Map(pairs)
}
