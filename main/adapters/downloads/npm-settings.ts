import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'
import { quietly } from '../folder/errors.ts'

/** How a package is reached: what npm itself would use, but for credentials, which Janus never reads. */
export interface NpmSettings {
  /** Without a slash at its end. */
  readonly registry: string
  /** Proxies under the usual names of variables, for an agent of `node:http`. */
  readonly proxies: Readonly<Record<string, string>>
  /** Certificates that the user names beside those that are trusted anyway; absent: none. */
  readonly ca?: readonly string[]
}

const usualRegistry = 'https://registry.npmjs.org'

/** From the environment, then `~/.npmrc`. `name` is that of the package, whose scope may have a registry of its own. */
export function npmSettings(environment: NodeJS.ProcessEnv, home: string, name: string): NpmSettings {
  const file = readNpmrc(quietly(() => readFileSync(join(home, '.npmrc'), 'utf8')) ?? '', environment)
  const setting = (key: string): string | undefined =>
    ofEnvironment(environment, `npm_config_${key.replaceAll('-', '_')}`) ?? file.get(key)
  const scope = name.startsWith('@') ? file.get(`${name.split('/')[0] ?? ''}:registry`) : undefined
  const registry = (scope ?? setting('registry') ?? usualRegistry).replace(/\/+$/, '')
  const ca = [ofEnvironment(environment, 'NODE_EXTRA_CA_CERTS'), setting('cafile')].flatMap(
    (path) => (path && quietly(() => readFileSync(path, 'utf8'))) || [],
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

/** All that is trusted: Node’s own, the system’s, as a network that inspects connections needs, and `more`. Nodes before 22.15 cannot read the system’s. */
export function trustedCertificates(more: readonly string[] = []): string[] {
  const ofSystem = (tls as Partial<typeof tls>).getCACertificates?.('system') ?? []
  return [...tls.rootCertificates, ...ofSystem, ...more]
}

/** A variable in whatever case it is written; an empty one counts as absent. */
function ofEnvironment(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return environment[name] || environment[name.toLowerCase()] || environment[name.toUpperCase()] || undefined
}

/** `key=value` lines, with `${VARIABLE}` put in; what is not set stays as it is written. */
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
