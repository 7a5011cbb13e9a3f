import { expect } from 'vitest'
import type { ErrorCode } from '../../contract/api/errors.ts'

export async function expectRefused(request: Promise<unknown>, code: ErrorCode): Promise<void> {
  await expect(request).rejects.toMatchObject({ refusal: { code } })
}
