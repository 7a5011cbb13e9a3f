import type { Page } from '@playwright/test'

/** A node of React's internal tree; only the fields used here. */
interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
  readonly flags: number
  readonly type: unknown
  readonly memoizedProps: { readonly 'data-part'?: string } | null
}

/**
 * Counts React's renders of components below the element with this `data-part`, from the next page load on.
 * It uses the hook of React's developer tools.
 */
export async function countRenders(page: Page, part: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const performedWork = 1
    const isWanted = (fiber: Fiber): boolean => fiber.memoizedProps?.['data-part'] === wanted
    const walk = (fiber: Fiber, before: Fiber | null, within: boolean): number => {
      let count = within && typeof fiber.type === 'function' && (fiber.flags & performedWork) !== 0 ? 1 : 0
      // The same children as before: React skipped this subtree.
      if (before !== null && fiber.child === before.child) return count
      for (let child = fiber.child; child; child = child.sibling)
        if (child.alternate !== null) count += walk(child, child.alternate, within || isWanted(child))
      return count
    }
    const counted = window as unknown as { renders: number }
    counted.renders = 0
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        checkDCE: () => undefined,
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
          counted.renders += walk(root.current, root.current.alternate, false)
        },
      },
    })
  }, part)
}

export const rendersOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { renders: number }).renders)
