import { isAbsolute } from 'node:path'

/**
 * An environment without what an AppImage has put into it: its own folders, at the front of `PATH` and its like. They
 * are gone when Janus ends, and hold Electron's libraries, not the person's.
 */
export function withoutAppImage(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { APPIMAGE: image, APPDIR: folder = '' } = environment
  const mount = folder.replace(/\/+$/, '')
  if (!image || mount === '' || !isAbsolute(mount)) return environment
  const isOurs = (part: string): boolean => part === mount || part.startsWith(`${mount}/`)
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value = '']) => {
      const parts = value.split(':')
      const kept = parts.filter((part) => !isOurs(part))
      if (kept.length === parts.length) return [[name, value]]
      const rest = kept.join(':')
      return rest === '' ? [] : [[name, rest]]
    }),
  )
}
