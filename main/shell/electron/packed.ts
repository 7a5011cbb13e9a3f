/**
 * Where a file of the archive lies on the disk, for other programs to read: they know no archives. Outside a package
 * the path as it is.
 */
export function besideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}
