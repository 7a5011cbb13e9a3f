import module from 'node:module'

/**
 * The entry of the core's process: has what is compiled of its program kept for the next start, in the folder that stands
 * first in the arguments. Nodes before 22 cannot do that.
 */
const [, , folder] = process.argv
if (folder !== undefined) module.enableCompileCache?.(folder)
void import('./core-program.ts')
