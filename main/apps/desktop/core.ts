import module from 'node:module'

/** Keeps the compile cache in the folder given as first argument; Node before 22 can't do that. */
const [, , folder] = process.argv
if (folder !== undefined) module.enableCompileCache?.(folder)
void import('./core-program.ts')
