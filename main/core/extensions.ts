import { fleet } from '../fleet/core/fleet.ts'
import type { Extension } from './step/extension.ts'

/** The optional parts of the core. Nothing else in it knows them. */
export const extensions: readonly Extension[] = [fleet]
